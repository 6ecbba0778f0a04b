// The part of markdown-it-texmath that is used; it comes without types.
declare module "markdown-it-texmath" {
  import type { PluginWithOptions } from "markdown-it";

  const texmath: PluginWithOptions<{
    readonly engine: unknown;
    readonly delimiters: string | readonly string[];
    readonly katexOptions: object;
  }>;
  export default texmath;
}
