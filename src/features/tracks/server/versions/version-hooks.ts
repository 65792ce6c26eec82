import type { Instant } from '#shared/units.ts'
import { defineHook } from '#server/hooks.ts'
import type { ProjectScope } from '#server/scope.ts'

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
