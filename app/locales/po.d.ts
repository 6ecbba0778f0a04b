// A catalogue as the build compiles it: from the ID of a message to its pieces.
declare module "*.po" {
  import type { Messages } from "@lingui/core";
  export const messages: Messages;
}
