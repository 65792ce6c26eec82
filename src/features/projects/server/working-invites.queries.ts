import type { Instant } from '#shared/units.ts'
import type { Db } from '#server/db/open-database.ts'

/** A link made for one address counts by that address alone. */
export async function isOpenProjectInvite(db: Db, inviteId: string, now: Instant): Promise<boolean> {
  const found = await workingInvites(db, now)
    .where('invites.id', '=', inviteId)
    .where('invites.email', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

export async function invitedIntoProjects(db: Db, now: Instant): Promise<readonly string[]> {
  const rows = await workingInvites(db, now).where('invites.email', 'is not', null).execute()
  return rows.map(({ email }) => email ?? '')
}

function workingInvites(db: Db, now: Instant) {
  return db
    .selectFrom('invites')
    .innerJoin('projects', 'projects.id', 'invites.project_id')
    .select('invites.email')
    .where('projects.deleted_at', 'is', null)
    .where('invites.revoked_at', 'is', null)
    .where('invites.expires_at', '>', now)
    .where((eb) => eb.or([eb('invites.max_uses', 'is', null), eb('invites.uses', '<', eb.ref('invites.max_uses'))]))
}
