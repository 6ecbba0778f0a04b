// Sets the theme before the first paint; a module would come too late. The same rules as app/state/theme.ts.
(() => {
  const asks = (query) => matchMedia(query).matches;
  let theme = "system";
  try {
    theme = localStorage.getItem("dualscope.theme") ?? "system";
  } catch {
    // no storage: the system decides
  }
  if (!["light", "dark", "contrast"].includes(theme)) {
    theme = asks("(prefers-contrast: more)") ? "contrast" : asks("(prefers-color-scheme: dark)") ? "dark" : "light";
  }
  document.documentElement.dataset.theme = theme;
})();
