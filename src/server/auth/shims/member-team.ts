import { APIError } from 'better-auth/api'
import type { Db } from '../../db/open-database.ts'

/**
 * S17: `member.teamId` (section 3), which 1.7 no longer has: a column that mirrors the first of the person's teams.
 * The hooks change the member they are given, so that the answer carries it.
 */
export async function mirrorTeam(db: Db, organizationId: string, userId: string): Promise<string | null> {
  const first = await db
    .selectFrom('teamMember')
    .innerJoin('team', 'team.id', 'teamMember.teamId')
    .select('team.id')
    .where('team.organizationId', '=', organizationId)
    .where('teamMember.userId', '=', userId)
    .orderBy('teamMember.createdAt')
    .orderBy('teamMember.id')
    .limit(1)
    .executeTakeFirst()
  await db
    .updateTable('member')
    .set({ teamId: first?.id ?? null })
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .execute()
  return first?.id ?? null
}

/** Everybody whose first team is gone gets the next one. */
export async function mirrorTeamsWithout(db: Db, organizationId: string, teamId: string): Promise<void> {
  const members = await db
    .selectFrom('member')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .where('teamId', '=', teamId)
    .execute()
  for (const { userId } of members) await mirrorTeam(db, organizationId, userId)
}

/**
 * S18: nobody removes their own team (section 6). 1.7 looks at the session's active team, which a new sign-in forgets.
 */
export async function refuseOwnTeam(db: Db, teamId: string, userId: string | undefined): Promise<void> {
  if (!userId) return
  const own = await db
    .selectFrom('member')
    .select('id')
    .where('teamId', '=', teamId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (own) throw new APIError('FORBIDDEN', { message: 'You are not allowed to delete this team' })
}
