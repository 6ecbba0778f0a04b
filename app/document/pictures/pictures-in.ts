// Pictures that are pasted or dropped.

/** The pictures in pasted or dropped data; none where it is a text as well, such as a table with a picture of it. */
export function picturesIn(data: DataTransfer | null): readonly File[] {
  if (data === null || data.getData("text/plain") !== "") return [];
  return [...data.files].filter(({ type }) => type.startsWith("image/"));
}
