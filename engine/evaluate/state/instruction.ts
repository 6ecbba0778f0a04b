// An instruction's type where the machine's state is known.
import type { Instr } from "../code/code.ts";
import type { MachineState } from "./state.ts";

/** Does an instruction. The operand stack's effect stands at each as `before → after`. */
export type Instruction<Operand> = (state: MachineState, operand: Operand, at: Instr) => void;
