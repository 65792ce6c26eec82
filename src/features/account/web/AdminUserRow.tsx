import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, MailWarning, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { AdminPerson } from '#features/account/account.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { When } from '#web/ui/When.tsx'
import { accountApi } from './account-api.ts'
import { peopleKey } from './account.queries.ts'
import { adminStrings } from './admin.strings.ts'
import styles from './Admin.module.css'

interface AdminUserRowProps {
  readonly person: AdminPerson
  readonly me: boolean
}

export function AdminUserRow({ person, me }: AdminUserRowProps) {
  const [asking, setAsking] = useState(false)
  const { id: userId, name, image, username, email, emailVerified, isAdmin, disabledAt, lastSeenAt, createdAt, ways } = person
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (disable: boolean) => (disable ? accountApi('POST /api/admin/users/:userId/disable', { params: { userId } }) : accountApi('POST /api/admin/users/:userId/enable', { params: { userId } })),
    onSuccess: (_, disable) => {
      setAsking(false)
      toast(disable ? { text: text(adminStrings.didDisable, { name }), undo: () => change.mutate(false) } : { text: text(adminStrings.didEnable, { name }) })
      return queries.invalidateQueries({ queryKey: peopleKey })
    },
    onError: (error, disable) => { if (!disable) toast({ tone: 'error', text: text(adminStrings.personFailed, { name, reason: reasonOf(error) }) }) },
  })
  const doors = ways.length === 0 ? adminStrings.noWay : ways.map((way) => adminStrings.ways[way] ?? way).join(', ')
  return (
    <li className={styles.person}>
      <Avatar person={{ name, imageUrl: image, colour: 1 }} size="large" decorative />
      <span className={styles.what}>
        <span className={styles.kind}>{name}{me && <span className={styles.meta}> ({adminStrings.you})</span>}</span>
        <span className={styles.meta}>{username !== null && <>@{username} · </>}{email} · {doors}</span>
        <span className={styles.meta}>{adminStrings.joined} <When at={createdAt} /> · {lastSeenAt === null ? adminStrings.neverSeen : <>{adminStrings.seen} <When at={lastSeenAt} /></>}</span>
      </span>
      <span className={styles.chips}>
        {isAdmin && <Chip icon={ShieldCheck} tone="verified">{adminStrings.admin}</Chip>}
        {!emailVerified && <Chip icon={MailWarning} tone="warning">{adminStrings.unverified}</Chip>}
        {disabledAt !== null && <Chip icon={Ban} tone="danger">{adminStrings.disabled}</Chip>}
      </span>
      {disabledAt === null
        ? !me && <Button size="small" aria-label={text(adminStrings.disableOf, { name })} onClick={() => { change.reset(); setAsking(true) }}>{adminStrings.disable}</Button>
        : <Button size="small" busy={change.isPending} aria-label={text(adminStrings.enableOf, { name })} onClick={() => change.mutate(false)}>{adminStrings.enable}</Button>}
      <ConfirmDialog open={asking} onOpenChange={setAsking} title={text(adminStrings.disableTitle, { name })} description={adminStrings.disableWords} confirmLabel={adminStrings.disable} cancelLabel={adminStrings.keep}
        busy={change.isPending} error={change.error && text(adminStrings.personFailed, { name, reason: reasonOf(change.error) })} onConfirm={() => change.mutate(true)} />
    </li>
  )
}
