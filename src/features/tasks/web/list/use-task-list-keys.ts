import type { PageKey } from '#web/ui/keys/page-keys.ts'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import { taskKeys } from './task-keys.ts'
import { taskStrings } from '../tasks.strings.ts'

const { keys: words, group } = taskStrings

/** Moves the focus from the page into the list. */
export const intoTasks: PageKey = { keys: ['ArrowDown', 'ArrowUp'], label: words.enter, group, run: enterList }

/**
 * Up and down move the focus from the page into the list; there the list handles its keys, and here they are only
 * listed.
 */
export function useTaskListKeys(board: boolean): void {
  usePageKeys(
    board
      ? [
          ...listKeys,
          { keys: ['Alt+ArrowLeft', 'Alt+ArrowRight', 'Alt+ArrowUp', 'Alt+ArrowDown'], label: words.board, group },
        ]
      : listKeys,
  )
}

function enterList(): void {
  document.querySelector<HTMLElement>('[data-task]')?.focus()
}

const listKeys: readonly PageKey[] = [intoTasks, ...taskKeys]
