import type { Instant } from '#shared/units.ts'
import { defineHook } from '#server/hooks.ts'
import type { ProjectScope, VisitorScope } from '#server/scope.ts'

/** A members' version that was just written, in its own transaction. */
export interface AddedVersion {
  readonly trackId: string
  readonly versionId: string
  /** When its upload began. */
  readonly begunAt: Instant
  /** The version plan that the uploader answered, with the positions of its finished items. */
  readonly answer: StartAnswer | null
}

export interface StartAnswer {
  readonly startId: string
  readonly done: readonly number[]
}

/** Answers must not refuse: the file is stored, and nobody would send it again. */
export const versionAdded = defineHook<[scope: ProjectScope, version: AddedVersion]>('version.added')

export interface ReadyVersion {
  readonly id: string
  readonly projectId: string
  readonly trackId: string
  readonly number: number
}

/** A version can be played from now on. Asked in the transaction that says so. */
export const versionReady = defineHook<[scope: VisitorScope, version: ReadyVersion]>('version.ready')
