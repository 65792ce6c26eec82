import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { TaskState } from '#features/tasks/task-choices.ts'

/** What the server acknowledged and, for changes that may be half done, also what was requested. */
export type Entry =
  | { readonly kind: 'account'; readonly userId: string; readonly email: string }
  | { readonly kind: 'project'; readonly id: string; readonly name: string; readonly by: string }
  | { readonly kind: 'track'; readonly id: string; readonly projectId: string; readonly title: string }
  | {
      readonly kind: 'task'
      readonly id: string
      readonly projectId: string
      readonly title: string
      readonly number: number
    }
  | {
      readonly kind: 'task state asked'
      readonly id: string
      readonly projectId: string
      readonly state: TaskState | 'deleted'
    }
  | {
      readonly kind: 'task state'
      readonly id: string
      readonly projectId: string
      readonly state: TaskState | 'deleted'
    }
  | {
      readonly kind: 'note'
      readonly id: string
      readonly projectId: string
      readonly trackId: string
      readonly body: string
    }
  | { readonly kind: 'invite'; readonly id: string; readonly projectId: string }
  | { readonly kind: 'joined'; readonly projectId: string; readonly inviteId: string; readonly userId: string }
  | {
      readonly kind: 'upload'
      readonly url: string
      readonly projectId: string
      readonly sizeBytes: number
      readonly sha256: string
      readonly fileName: string
    }
  | { readonly kind: 'bytes'; readonly url: string; readonly offset: number }
  | {
      readonly kind: 'version'
      readonly id: string
      readonly url: string
      readonly projectId: string
      readonly trackId: string
      readonly sha256: string
      readonly sizeBytes: number
      readonly fileName: string
    }

/** The clients' own record. Every entry is flushed to disk before the client continues. */
export class Journal {
  readonly #file: number
  readonly #path: string

  constructor(path: string) {
    this.#path = path
    this.#file = openSync(path, 'a')
  }

  write(entry: Entry): void {
    writeSync(this.#file, `${JSON.stringify(entry)}\n`)
    fdatasyncSync(this.#file)
  }

  /** Reads the file like a new process. */
  read(): readonly Entry[] {
    return readFileSync(this.#path, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line): Entry => JSON.parse(line))
  }

  close(): void {
    closeSync(this.#file)
  }
}

/** Entries of one kind. */
export function ofKind<K extends Entry['kind']>(
  entries: readonly Entry[],
  kind: K,
): readonly Extract<Entry, { kind: K }>[] {
  return entries.filter((entry): entry is Extract<Entry, { kind: K }> => entry.kind === kind)
}
