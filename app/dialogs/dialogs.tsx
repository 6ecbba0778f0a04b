// The dialog of the page that is open, if any is. All but that of commands, which is typed into at once, are loaded when they are.
import { lazy, Suspense } from "react";
import { useDialog } from "../navigation/dialogs.ts";
import { CommandsDialog } from "./commands-dialog.tsx";

const DocumentsDialog = lazy(() => import("./documents-dialog.tsx"));
const ExamplesDialog = lazy(() => import("./examples/examples-dialog.tsx"));
const KeysDialog = lazy(() => import("./keys-dialog.tsx"));
const ReferencesDialog = lazy(() => import("./references-dialog.tsx"));
const ShareDialog = lazy(() => import("./share-dialog.tsx"));
const VersionsDialog = lazy(() => import("./versions/versions-dialog.tsx"));

/** Shows the dialog that is open, and nothing where none is. */
export function Dialogs() {
  return (
    <Suspense>
      <OpenDialog />
    </Suspense>
  );
}

function OpenDialog() {
  const open = useDialog((state) => state.open);
  switch (open) {
    case "commands":
      return <CommandsDialog />;
    case "keys":
      return <KeysDialog />;
    case "documents":
      return <DocumentsDialog />;
    case "versions":
      return <VersionsDialog />;
    case "share":
      return <ShareDialog />;
    case "examples":
      return <ExamplesDialog />;
    case "references":
      return <ReferencesDialog />;
    // the page draws it: it knows lessons
    case "course":
    case undefined:
      return null;
  }
}
