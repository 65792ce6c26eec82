import type { Services } from '#server/services.ts'

/** What commands work with. */
export interface Ground {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The file named by `--settings`; `env` already has its settings. */
  readonly settingsFile?: string | undefined
  /** The base of relative paths. */
  readonly folder: string
  /** Opens the configured services, on a database with this program's schema; closed after the command. */
  open(options?: { readonly mayBeNew?: boolean }, env?: Ground['env']): Promise<Services>
  /** One line of typed or piped input. */
  readLine(): Promise<string>
  /**
   * Aborts when the command is asked to stop (SIGTERM, Ctrl-C). A command that calls this must handle it; others are
   * killed as usual.
   */
  stopSignal(): AbortSignal
  /** Reports progress of long work. Not part of the answer. */
  tell(line: string): void
}

export interface Call {
  readonly arguments: readonly string[]
  /** Values by option name; true for options without a value. */
  readonly options: Readonly<Record<string, string | true>>
  readonly ground: Ground
}

/** A command's answer: lines for people, and the same as JSON for programs. */
export interface Said {
  readonly lines: readonly string[]
  readonly json: unknown
  /** The command ran, but found problems: the exit code is 1. */
  readonly troubled?: boolean
}

export interface AdminCommand {
  /** Such as `users create`. */
  readonly words: string
  /** Required arguments, such as `EMAIL NAME`; one in brackets is optional. */
  readonly takes: string
  readonly summary: string
  /** By name; `takes` names the value, if there is one. */
  readonly options?: Readonly<
    Record<string, { readonly takes?: string; readonly isNeeded?: true; readonly text: string }>
  >
  /** Further text for `--help`. */
  readonly more?: string
  run(call: Call): Promise<Said>
}

/** Not carried out, for a reason that the admin can understand. */
export class CommandRefused extends Error {}

/** The command line could not be parsed. */
export class Misused extends Error {}
