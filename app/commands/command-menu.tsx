// Commands in a menu, those of some groups.

import { Icon } from "../ui/icon.tsx";
import { Menu } from "../ui/menus/menu.tsx";
import { GROUPS, type Group } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { useShortcuts } from "./shortcuts.ts";
import { keysFor, shownKeys } from "./shown-keys.ts";

interface CommandMenuProps {
  readonly label: string;
  readonly groups: readonly Group[];
}

/** Shows a button that opens a menu of the commands of some groups, each with its key. */
export function CommandMenu({ label, groups }: CommandMenuProps) {
  const own = useShortcuts((state) => state.own);
  const sections = groups.map((group) => ({
    title: GROUPS[group],
    items: COMMANDS.filter((command) => command.group === group).map((command) => ({
      name: command.name,
      words: command.words,
      keys: shownKeys(keysFor(command, own)),
      run: command.run,
    })),
  }));
  return (
    <Menu label={label} sections={sections}>
      <Icon name="more" />
    </Menu>
  );
}
