import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, Ellipsis, KeyRound, LogOut, MailWarning, ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import type { AdminPerson } from '#features/account/account.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/mark/Chip.tsx'
import { ConfirmDialog } from '#web/ui/overlay/ConfirmDialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { accountApi } from '../account-api.ts'
import { peopleKey } from '../account.client.ts'
import { adminStrings } from './admin.strings.ts'
import { PasswordLinkDialog } from './PasswordLinkDialog.tsx'
import styles from './Admin.module.css'

interface AdminUserRowProps {
  readonly person: AdminPerson
  readonly me: boolean
}

export function AdminUserRow({ person, me }: AdminUserRowProps) {
  const [asking, setAsking] = useState(false)
  const {
    id: userId,
    name,
    image,
    username,
    email,
    emailVerified,
    isAdmin,
    disabledAt,
    lastSeenAt,
    createdAt,
    ways,
  } = person
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (disable: boolean) =>
      disable
        ? accountApi('POST /api/admin/users/:userId/disable', { params: { userId } })
        : accountApi('POST /api/admin/users/:userId/enable', { params: { userId } }),
    onSuccess: (_, disable) => {
      setAsking(false)
      toast(
        disable
          ? { text: text(adminStrings.didDisable, { name }), undo: () => change.mutate(false) }
          : { text: text(adminStrings.didEnable, { name }) },
      )
      return queries.invalidateQueries({ queryKey: peopleKey })
    },
    onError: (error, disable) => {
      if (!disable) toast({ tone: 'error', text: text(adminStrings.personFailed, { name, reason: reasonOf(error) }) })
    },
  })
  const doors = ways.length === 0 ? adminStrings.noWay : ways.map((way) => adminStrings.ways[way] ?? way).join(', ')
  return (
    <li className={styles.person}>
      <Avatar person={{ name, imageUrl: image, colour: 1 }} size="large" decorative />
      <span className={styles.what}>
        <span className={styles.kind}>
          {name}
          {me && <span className={styles.meta}> ({adminStrings.you})</span>}
        </span>
        <span className={styles.meta}>
          {username !== null && <>@{username} · </>}
          {email} · {doors}
        </span>
        <span className={styles.meta}>
          {adminStrings.joined} <RelativeTime at={createdAt} /> ·{' '}
          {lastSeenAt === null ? (
            adminStrings.neverSeen
          ) : (
            <>
              {adminStrings.seen} <RelativeTime at={lastSeenAt} />
            </>
          )}
        </span>
      </span>
      <span className={styles.chips}>
        {isAdmin && (
          <Chip icon={ShieldCheck} tone="verified">
            {adminStrings.admin}
          </Chip>
        )}
        {!emailVerified && (
          <Chip icon={MailWarning} tone="warning">
            {adminStrings.unverified}
          </Chip>
        )}
        {disabledAt !== null && (
          <Chip icon={Ban} tone="danger">
            {adminStrings.disabled}
          </Chip>
        )}
      </span>
      {disabledAt === null ? (
        !me && (
          <Button
            size="small"
            aria-label={text(adminStrings.disableOf, { name })}
            onClick={() => {
              change.reset()
              setAsking(true)
            }}
          >
            {adminStrings.disable}
          </Button>
        )
      ) : (
        <Button
          size="small"
          busy={change.isPending}
          aria-label={text(adminStrings.enableOf, { name })}
          onClick={() => change.mutate(false)}
        >
          {adminStrings.enable}
        </Button>
      )}
      <PersonMenu person={person} me={me} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={text(adminStrings.disableTitle, { name })}
        description={adminStrings.disableWords}
        confirmLabel={adminStrings.disable}
        cancelLabel={adminStrings.keep}
        busy={change.isPending}
        error={change.error && text(adminStrings.personFailed, { name, reason: reasonOf(change.error) })}
        onConfirm={() => change.mutate(true)}
      />
    </li>
  )
}

const acts = {
  make: { route: 'POST /api/admin/users/:userId/make-admin', said: adminStrings.didMake },
  unmake: { route: 'POST /api/admin/users/:userId/unmake-admin', said: adminStrings.didUnmake },
  signOut: { route: 'POST /api/admin/users/:userId/sign-out', said: adminStrings.didSignOut },
} as const

function PersonMenu({ person: { id: userId, name, isAdmin }, me }: AdminUserRowProps) {
  const [open, setOpen] = useState<'make' | 'link' | null>(null)
  const queries = useQueryClient()
  const act = useMutation({
    mutationFn: (which: keyof typeof acts) => accountApi(acts[which].route, { params: { userId } }),
    onSuccess: (_, which) => {
      setOpen(null)
      toast({
        text: text(acts[which].said, { name }),
        ...(which === 'make' && { undo: () => act.mutate('unmake') }),
        ...(which === 'unmake' && { undo: () => act.mutate('make') }),
      })
      return queries.invalidateQueries({ queryKey: peopleKey })
    },
    onError: (error, which) => {
      if (which !== 'make' || open !== 'make')
        toast({ tone: 'error', text: text(adminStrings.personFailed, { name, reason: reasonOf(error) }) })
    },
  })
  return (
    <>
      <Menu
        align="end"
        entries={[
          isAdmin
            ? { kind: 'action', label: adminStrings.unmakeAdmin, icon: ShieldOff, onSelect: () => act.mutate('unmake') }
            : {
                kind: 'action',
                label: adminStrings.makeAdmin,
                icon: ShieldCheck,
                onSelect: () => {
                  act.reset()
                  setOpen('make')
                },
              },
          !me && {
            kind: 'action',
            label: adminStrings.signOutAll,
            icon: LogOut,
            onSelect: () => act.mutate('signOut'),
          },
          { kind: 'action', label: adminStrings.passwordLink, icon: KeyRound, onSelect: () => setOpen('link') },
        ]}
      >
        <IconButton icon={Ellipsis} label={text(adminStrings.moreOf, { name })} />
      </Menu>
      <ConfirmDialog
        open={open === 'make'}
        onOpenChange={() => setOpen(null)}
        tone="primary"
        title={text(adminStrings.makeTitle, { name })}
        description={adminStrings.makeWords}
        confirmLabel={adminStrings.makeAdmin}
        cancelLabel={adminStrings.keep}
        busy={act.isPending}
        error={act.error && text(adminStrings.personFailed, { name, reason: reasonOf(act.error) })}
        onConfirm={() => act.mutate('make')}
      />
      {open === 'link' && <PasswordLinkDialog userId={userId} name={name} onClose={() => setOpen(null)} />}
    </>
  )
}
