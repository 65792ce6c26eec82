import type { Migration } from './migrate.ts'
import { accounts } from './migrations/0001-accounts.ts'
import { foundation } from './migrations/0002-foundation.ts'
import { people } from './migrations/0003-people.ts'
import { renditions } from './migrations/0005-renditions.ts'
import { comparisons } from './migrations/0006-comparisons.ts'
import { userSettings } from './migrations/0007-user-settings.ts'
import { notes } from './migrations/0008-notes.ts'
import { shares } from './migrations/0013-shares.ts'

/** In order. A released step is never edited; a change is a new step. */
export const migrations: readonly Migration[] = [accounts, foundation, people, renditions, comparisons, userSettings, notes, shares]
