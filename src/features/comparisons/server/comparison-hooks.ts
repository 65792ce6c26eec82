import { defineHook } from '#server/hooks.ts'
import type { ProjectScope } from '#server/scope.ts'
import type { NamedPart } from '../edit-words.ts'

/** Parts of a version that people named, where they are sure to be. */
export const namedParts = defineHook<
  [scope: ProjectScope, version: { readonly id: string; readonly trackId: string }],
  readonly NamedPart[]
>('comparison.named_parts')
