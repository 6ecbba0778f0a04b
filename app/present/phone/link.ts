// How slides and telephones stand to each other, as both windows of the speaker show it.

/** How slides and telephones stand to each other. */
export interface PhoneLink {
  /** Off, being asked for, no relay here, a relay that only this computer reaches, or a room that is open. */
  readonly tag: "off" | "asking" | "none" | "local" | "on";
  /** Where a telephone finds its page, the best address first. */
  readonly addresses: readonly string[];
  /** How many listen. */
  readonly phones: number;
  /** Whether the line to the relay is lost. */
  readonly isLost: boolean;
}

/** No telephone, and no room for one. */
export const NO_LINK: PhoneLink = { tag: "off", addresses: [], phones: 0, isLost: false };

/** A command: a room, none any more, or another one. */
export type PhoneAsk = "start" | "end" | "renew";
