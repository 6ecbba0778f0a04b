// A file as a document: chosen by the user.

/** Has the user choose a file, and opens it as a document of its own. */
export function chooseFile(): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".md,.markdown,.json,.html,.htm,.dual,.txt";
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    if (file !== undefined) void import("./open-file.ts").then(({ openFile }) => openFile(file));
  });
  input.click();
}
