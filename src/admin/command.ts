import type { Services } from '#server/services.ts'

/** What a command is given to work with. */
export interface Ground {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Named by `--settings`, whose settings `env` has already. */
  readonly settingsFile?: string | undefined
  /** Where relative paths begin. */
  readonly folder: string
  /**
   * The product's parts as the settings name them, on a database of this program's schema; closed after the command.
   */
  open(options?: { readonly mayBeNew?: boolean }, env?: Ground['env']): Promise<Services>
  /** One line of what somebody typed or piped in. */
  readLine(): Promise<string>
  /**
   * Aborted when the command is asked to stop (SIGTERM, Ctrl-C): whoever asks for it must heed it. Others are ended as
   * ever.
   */
  stopSignal(): AbortSignal
  /** Tells how far long work is. Not part of the answer. */
  tell(line: string): void
}

export interface Call {
  readonly arguments: readonly string[]
  /** What was given after `--name`; true for those that take nothing. */
  readonly options: Readonly<Record<string, string | true>>
  readonly ground: Ground
}

/** What a command answers: lines for people, the same as JSON for programs. */
export interface Said {
  readonly lines: readonly string[]
  readonly json: unknown
  /** Carried out, but what it found is not well: the exit code is 1. */
  readonly troubled?: boolean
}

export interface AdminCommand {
  /** As in `users create`. */
  readonly words: string
  /** What must follow, as in `EMAIL NAME`; one in brackets may be left out. */
  readonly takes: string
  readonly summary: string
  /** By name; `takes` is the word for its value, where it has one. */
  readonly options?: Readonly<
    Record<string, { readonly takes?: string; readonly isNeeded?: true; readonly text: string }>
  >
  /** Further sentences for `--help`. */
  readonly more?: string
  run(call: Call): Promise<Said>
}

/** Not carried out, for a reason that the admin can understand. */
export class CommandRefused extends Error {}

/** Not understood. */
export class Misused extends Error {}
