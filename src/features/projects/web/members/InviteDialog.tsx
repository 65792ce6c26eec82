import { useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { meQuery, serverFactsQuery } from '#features/account/web/account.client.ts'
import { MadeInviteList } from '#features/organizations/web/members/MadeInviteList.tsx'
import { mostAtOnce, readAddresses } from '#features/organizations/web/members/invite-addresses.ts'
import { madeInviteStrings } from '#features/organizations/web/members/made-invites.strings.ts'
import type { Invite, Project } from '#features/projects/projects.contract.ts'
import { atLeast } from '#shared/roles.ts'
import { reasonOf } from '#web/api/reason.ts'
import { formatRelative } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { LinkToCopy } from '#web/ui/form/LinkToCopy.tsx'
import { RadioRows } from '#web/ui/form/RadioRows.tsx'
import { Select } from '#web/ui/form/Select.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { Skeleton } from '#web/ui/list/Skeleton.tsx'
import { Divider } from '#web/ui/mark/Divider.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { ProjectCover } from '#web/ui/mark/ProjectCover.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { useOnline } from '#web/ui/page/use-online.ts'
import { projectCoverUrl } from '../cover/cover-url.ts'
import { invitesQuery } from '../projects.client.ts'
import styles from './InviteDialog.module.css'
import { memberStrings as strings } from './members.strings.ts'
import { type InviteTerms, standingInviteQuery } from './standing-invite.ts'
import { useSendInvites } from './use-invite-actions.ts'

const invitable = ['listener', 'commenter', 'editor'] as const
const lives = ['24', '48', '168', '720'] as const
const people = { any: null, one: 1, five: 5, twenty: 20 } as const
type Most = keyof typeof people

interface InviteDialogProps {
  readonly project: Pick<Project, 'id' | 'name' | 'cover' | 'role' | 'mayDownload'>
  readonly onClose: () => void
}

/** A link that is there at once, and addresses with a link each: mailed, or to be copied where there is no mail. */
export default function InviteDialog({ project, onClose }: InviteDialogProps) {
  const form = useId()
  const { data: facts } = useQuery(serverFactsQuery)
  const { data: pending = [] } = useQuery(invitesQuery(project.id))
  const canMail = facts?.mail === true
  const send = useSendInvites(project.id)
  const [role, setRole] = useState<InviteTerms['role']>('commenter')
  const [mayDownload, setMayDownload] = useState(project.mayDownload)
  const [life, setLife] = useState<(typeof lives)[number]>('48')
  const [most, setMost] = useState<Most>('any')
  const [typed, setTyped] = useState('')
  const { addresses, bad } = readAddresses(typed)
  const terms = { role, mayDownload, expiresInHours: Number(life), maxUses: people[most] }
  const isTooMany = addresses.length > mostAtOnce
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (addresses.length === 0 || isTooMany || send.isPending) return
    send.mutate(
      { ...terms, addresses },
      {
        onSuccess: ({ made, refused }) => {
          if (made.length > 0)
            toast({ text: text(canMail ? madeInviteStrings.sent : madeInviteStrings.ready, { count: made.length }) })
          // Without mail the links are here to be copied.
          if (canMail && refused.length === 0 && bad.length === 0) onClose()
          else setTyped([...refused.map(({ email }) => email), ...bad].join('\n'))
        },
      },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="card"
      picture={<ProjectCover id={project.id} imageUrl={projectCoverUrl(project)} size={40} />}
      title={text(strings.inviteTitle, { project: project.name })}
      description={strings.inviteWords}
      footer={
        <>
          <span className={styles.pending}>{text(strings.pending, { count: pending.length })}</span>
          <Button onClick={onClose}>{addresses.length > 0 ? strings.cancel : strings.done}</Button>
          {addresses.length > 0 && (
            <Button type="submit" form={form} tone="primary" disabled={isTooMany} busy={send.isPending}>
              {text(canMail ? madeInviteStrings.sendInvites : strings.createLinks, { count: addresses.length })}
            </Button>
          )}
        </>
      }
    >
      <form id={form} onSubmit={submit} className={styles.form} noValidate>
        <InviteLink projectId={project.id} terms={terms} isPrimary={addresses.length === 0} />
        <Terms {...{ life, most }} onLife={setLife} onMost={setMost} />
        {facts && (
          <>
            <Divider label={canMail ? strings.orByMail : strings.orForAddresses} />
            <TextArea
              label={strings.addresses}
              labelHidden
              placeholder={strings.addresses}
              rows={2}
              value={typed}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              help={canMail ? undefined : strings.addressesHelp}
              error={addressTrouble(typed, addresses, bad)}
              onChange={({ target }) => setTyped(target.value)}
            />
            {send.data && (!canMail || send.data.refused.length > 0) && (
              <MadeInviteList made={canMail ? [] : send.data.made} notSent={send.data.refused} />
            )}
          </>
        )}
        <RadioRows
          label={strings.theyCan}
          value={role}
          onValueChange={setRole}
          rows={invitable
            .filter((one) => atLeast(project.role, one))
            .map((value) => ({ value, label: strings.can[value], help: strings.canWords[value] }))}
        />
        <Checkbox checked={mayDownload} disabled={!project.mayDownload} onCheckedChange={setMayDownload}>
          {strings.allowDownload}
        </Checkbox>
      </form>
    </Dialog>
  )
}

/** What is wrong with an address that is complete: the one at the end may still be typed. */
function addressTrouble(typed: string, addresses: readonly string[], bad: readonly string[]): string | undefined {
  if (addresses.length > mostAtOnce) return text(madeInviteStrings.tooManyAddresses, { count: mostAtOnce })
  const isTyping = /[^\s,;]$/.test(typed)
  const wrong = isTyping ? bad.slice(0, -1) : bad
  const [first] = wrong
  if (first === undefined) return undefined
  return /@[^.]+$/.test(first)
    ? text(strings.noEnding, { address: first })
    : text(madeInviteStrings.badAddresses, { count: wrong.length, list: wrong.join(', ') })
}

interface InviteLinkProps {
  readonly projectId: string
  readonly terms: InviteTerms
  readonly isPrimary: boolean
}

function InviteLink({ projectId, terms, isPrimary }: InviteLinkProps) {
  const online = useOnline()
  const { data: me } = useQuery(meQuery)
  const { data, error, isFetching, refetch } = useQuery({
    ...standingInviteQuery(projectId, me?.id ?? '', terms),
    enabled: me !== undefined,
  })
  if (data)
    return (
      <div className={styles.link}>
        <LinkToCopy label={strings.link} url={data.url} isPrimary={isPrimary} />
        <p className={styles.sentence}>
          <Icon of={Clock} size={14} />
          {worksFor(data)}
        </p>
      </div>
    )
  if (error)
    return (
      <div className={styles.link} role="alert">
        <p className={styles.wrong}>{text(strings.linkFailed, { reason: reasonOf(error) })}</p>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {strings.tryAgain}
        </Button>
      </div>
    )
  return online ? <Skeleton height={66} /> : <p className={styles.sentence}>{strings.offline}</p>
}

function worksFor({ expiresAt, maxUses }: Invite): string {
  const when = formatRelative(expiresAt)
  return maxUses === null ? text(strings.worksForAny, { when }) : text(strings.worksFor, { when, count: maxUses })
}

interface TermsProps {
  readonly life: (typeof lives)[number]
  readonly most: Most
  readonly onLife: (life: (typeof lives)[number]) => void
  readonly onMost: (most: Most) => void
}

function Terms({ life, most, onLife, onMost }: TermsProps) {
  return (
    <details className={styles.terms}>
      <summary>{strings.change}</summary>
      <div className={styles.pair}>
        <Select
          label={strings.expires}
          value={life}
          onValueChange={onLife}
          options={lives.map((value) => ({ value, label: strings.lives[value] }))}
        />
        <Select
          label={strings.uses}
          value={most}
          onValueChange={onMost}
          options={(['any', 'one', 'five', 'twenty'] as const).map((value) => ({
            value,
            label: strings.usesChoices[value],
          }))}
        />
      </div>
    </details>
  )
}
