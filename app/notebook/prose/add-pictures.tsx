// Pictures for prose: pasted, dropped or chosen, kept in the document, and drawn smaller where they are too large for it.
import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import { bytesOfAll, MOST_PICTURE_BYTES, MOST_PICTURES_BYTES } from "../../document/pictures/picture.ts";
import { usedPictures } from "../../document/pictures/pictures.ts";
import { type Taken, takePicture } from "../../document/pictures/take-picture.ts";
import { addPicture } from "../../document/state/changing.ts";
import { useDocument } from "../../document/state/document.ts";
import { Icon } from "../../ui/icon.tsx";
import { bytesText } from "../../words/units.ts";

/** Files that were given at one stroke. */
export interface Given {
  readonly files: readonly File[];
}

interface AddPicturesProps {
  /** Files pasted or dropped last. */
  readonly given: Given | undefined;
  /** Puts a reference to a picture into the text, with the focus where its words go. */
  onPicture(name: string): void;
}

/** A file that has to be asked about. */
interface Question {
  readonly words: string;
  /** Whether it can be drawn smaller. */
  readonly smaller: (() => Promise<string | undefined>) | undefined;
}

/** Bytes below which there is no use in drawing a picture smaller. */
const LEAST_ROOM = 20_000;

/** Asks about each picture that was given: its words, and a smaller copy where it is too large. */
export default function AddPictures({ given, onPicture }: AddPicturesProps) {
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  const [said, setSaid] = useState("");
  const [isBusy, setBusy] = useState(false);
  const latest = useRef(onPicture);
  latest.current = onPicture;
  const seen = useRef<Given>(undefined);
  const add = (data: string): void => {
    latest.current(addPicture(data));
    setSaid(t`The picture is now part of the document. Describe it between the brackets: ![here].`);
  };
  const take = async (files: readonly File[]): Promise<void> => {
    setBusy(true);
    for (const file of files) {
      const room = roomNow();
      const taken = await takePicture(file, room);
      if (taken.tag === "picture") add(taken.data);
      else {
        setSaid("");
        setQuestions((before) => [...before, questionOf(file.name || t`The picture`, file.size, taken, room)]);
      }
    }
    setBusy(false);
  };
  const taking = useRef(take);
  taking.current = take;
  useEffect(() => {
    if (given === undefined || given === seen.current) return;
    seen.current = given;
    void taking.current(given.files);
  }, [given]);
  const [question, ...others] = questions;
  const answer = async (smaller: Question["smaller"]): Promise<void> => {
    setQuestions(others);
    if (smaller === undefined) return;
    setBusy(true);
    const data = await smaller();
    setBusy(false);
    if (data === undefined) setSaid(t`The browser could not make the picture smaller.`);
    else add(data);
  };
  return (
    <div className="add-pictures" aria-busy={isBusy}>
      <button type="button" className="button line small" onClick={() => choosePictures((files) => void take(files))}>
        <Icon name="plus" /> {t`Add a picture`}
      </button>
      <p className="note" role="status">
        {isBusy ? t`Reading the picture …` : said}
      </p>
      {question !== undefined && (
        <div className="notice" role="alert">
          <p>{question.words}</p>
          <span className="add-pictures-answers">
            {question.smaller !== undefined && (
              <button type="button" className="button solid small" onClick={() => void answer(question.smaller)}>
                {t`Make it smaller`}
              </button>
            )}
            <button type="button" className="button line small" onClick={() => void answer(undefined)}>
              {question.smaller === undefined ? t`OK` : t`Leave it out`}
            </button>
          </span>
        </div>
      )}
    </div>
  );
}

/** Bytes that the document has for further pictures. */
function roomNow(): number {
  return MOST_PICTURES_BYTES - bytesOfAll(usedPictures(useDocument.getState().document));
}

function questionOf(name: string, bytes: number, taken: Exclude<Taken, { tag: "picture" }>, room: number): Question {
  if (taken.tag === "unreadable")
    return { words: t`${name} is not a picture that this browser can show.`, smaller: undefined };
  const [size, all] = [bytesText(bytes), bytesText(MOST_PICTURES_BYTES)];
  if (room < LEAST_ROOM)
    return {
      words: t`${name} is ${size}. A document can hold ${all} of pictures, and this one is full: delete a picture from its prose first.`,
      smaller: undefined,
    };
  const most = bytesText(Math.min(room, MOST_PICTURE_BYTES));
  const words =
    room < MOST_PICTURE_BYTES
      ? t`${name} is ${size}. A document can hold ${all} of pictures, and only ${most} are left.`
      : t`${name} is ${size}. A picture can be ${most} at most, so that the browser can store the document and others can open it.`;
  return { words, smaller: taken.smaller };
}

/** Has the user choose files. */
function choosePictures(onFiles: (files: readonly File[]) => void): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = "image/*";
  input.multiple = true;
  input.addEventListener("change", () => onFiles([...(input.files ?? [])]));
  input.click();
}
