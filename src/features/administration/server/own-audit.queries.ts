import {
  madeAfter,
  moment,
  ownPages,
  OWN_PAGE,
  type OwnPart,
  type OwnThing,
} from '#features/account/server/own-data.ts'
import type { UserScope } from '#server/scope.ts'

export const ownAudit: readonly OwnPart[] = [{ name: 'logged', read: loggedDeeds }]

/** What the log of sensitive actions says that one did, and from where; to whom is theirs. */
function loggedDeeds({ db, actor }: UserScope): AsyncIterable<readonly OwnThing[]> {
  return ownPages(
    (last) =>
      db
        .selectFrom('audit')
        .select(['id', 'at as created_at', 'kind', 'address'])
        .where('actor_id', '=', actor.userId)
        .where(madeAfter('audit', last, 'at'))
        .orderBy('at')
        .orderBy('id')
        .limit(OWN_PAGE)
        .execute(),
    ({ created_at: at, kind, address }) => ({
      what: kind,
      doneAt: moment(at),
      address: address === '' ? null : address,
    }),
  )
}
