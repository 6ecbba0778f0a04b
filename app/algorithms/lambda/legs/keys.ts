// The keys of the picture of legs.
import { t } from "@lingui/core/macro";
import { playerKeys } from "../../../playback/score/keys.ts";
import { player } from "./state.ts";

/** Where the keys work, for the help. */
export const title = t`On the legs of nested derivatives`;

/** The keys, for the handler and for the help that lists them. */
export const keys = playerKeys(player);
