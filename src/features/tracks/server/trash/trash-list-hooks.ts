import type { Cursor } from '#server/db/paging.ts'
import { defineHook } from '#server/hooks.ts'
import type { UserScope } from '#server/scope.ts'
import type { TrashItem } from '../../trash.contract.ts'

export type TrashFound = Omit<TrashItem, 'goneAt' | 'deletedBy'> & { readonly deletedById: string | null }

/** What later features have in the trash that the user may restore: the last deleted first, `limit` and one more. */
export const trashFound = defineHook<
  [scope: UserScope, after: Cursor | undefined, limit: number],
  readonly TrashFound[]
>('trash.found')
