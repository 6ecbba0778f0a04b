// The components with editors: they, CodeMirror and the grammar of Dual are one chunk (vite.config.ts).
export { ProseEditorView } from "../prose/prose-editor-view.tsx";
export { ExpressionInput } from "./expression-input.tsx";
export { ProgramEditorView } from "./program-editor-view.tsx";
