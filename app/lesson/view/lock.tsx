// Locked by a lecturer: opened by a word.
import { t } from "@lingui/core/macro";
import { type FormEvent, useState } from "react";
import { noteAnswer, useDeeds } from "../../course/state/progress.ts";
import { Icon } from "../../ui/icon.tsx";

/** The key of a released word. */
function keyOf(word: string): string {
  return `word ${plain(word)}`;
}

function plain(word: string): string {
  return word.trim().toLowerCase();
}

/** Whether something waits for a word that has not been given. */
export function useIsLocked(word: string): boolean {
  const deeds = useDeeds();
  return word !== "" && deeds[keyOf(word)]?.state !== "right";
}

/** Takes the word that opens the lock. */
export function Lock({ word }: { readonly word: string }) {
  const [given, setGiven] = useState("");
  const [isWrong, setWrong] = useState(false);
  const open = (event: FormEvent): void => {
    event.preventDefault();
    if (plain(given) === plain(word)) noteAnswer(keyOf(word), "", true);
    else setWrong(true);
  };
  return (
    <form className="lesson-lock" onSubmit={open}>
      <p>
        <Icon name="pin" /> {t`This part opens with a word from your lecturer.`}
      </p>
      <label>
        <span className="visually-hidden">{t`The word`}</span>
        <input type="text" autoComplete="off" value={given} onChange={({ target }) => setGiven(target.value)} />
      </label>{" "}
      <button type="submit" className="button line small">
        {t`Open`}
      </button>
      <span role="status" className="note">
        {isWrong && t`That is not the word.`}
      </span>
    </form>
  );
}
