import type { Instant } from '#shared/units.ts'
import { defineHook } from '#server/hooks.ts'
import type { ProjectScope } from '#server/scope.ts'

/** A version of the members' own that has just been written, in its own transaction. */
export interface AddedVersion {
  readonly trackId: string
  readonly versionId: string
  /** When its upload began. */
  readonly begunAt: Instant
  /** The start its uploader answered, with the places of that checklist that are done in it. */
  readonly answer: StartAnswer | null
}

export interface StartAnswer {
  readonly startId: string
  readonly done: readonly number[]
}

/** Nobody who answers may refuse: the file is there, and there is nobody to send it again. */
export const versionAdded = defineHook<[scope: ProjectScope, version: AddedVersion]>('version.added')
