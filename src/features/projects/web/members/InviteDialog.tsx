import { Copy } from 'lucide-react'
import { type FormEvent, lazy, useId, useState } from 'react'
import { MadeInviteList } from '#features/organizations/web/members/MadeInviteList.tsx'
import { mostAtOnce, readAddresses } from '#features/organizations/web/members/invite-addresses.ts'
import { madeInviteStrings } from '#features/organizations/web/members/made-invites.strings.ts'
import { useInviteWords } from '#features/organizations/web/members/use-invite-words.ts'
import type { Project } from '#features/projects/projects.contract.ts'
import { atLeast } from '#shared/roles.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { Select } from '#web/ui/form/Select.tsx'
import { Skeleton } from '#web/ui/list/Skeleton.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { LazyBoundary } from '#web/ui/page/lazy-part.tsx'
import styles from './Members.module.css'
import { memberStrings } from './members.strings.ts'
import { copyLink, type MadeInvites, type NewInvite, useMakeInvites } from './use-invite-actions.ts'

const InviteCode = lazy(() => import('./InviteCode.tsx'))

/** The link, complete and selectable, and its QR code. */
function InviteLink({ url }: { readonly url: string }) {
  return (
    <div className={styles.form}>
      <div className={styles.linkLine}>
        <TextField label={memberStrings.link} readOnly value={url} onFocus={({ target }) => target.select()} />
        <Button icon={Copy} onClick={() => void copyLink(url)}>
          {memberStrings.copy}
        </Button>
      </div>
      <LazyBoundary shape={<Skeleton height={200} width={200} />}>
        <InviteCode url={url} />
      </LazyBoundary>
    </div>
  )
}

const invitable = ['editor', 'commenter', 'listener'] as const
const lives = ['24', '48', '168', '720'] as const
const people = { any: null, one: 1, five: 5, twenty: 20 } as const

interface InviteDialogProps {
  readonly project: Project
  readonly onClose: () => void
}

export default function InviteDialog({ project, onClose }: InviteDialogProps) {
  const form = useId()
  const words = useInviteWords()
  const make = useMakeInvites(project.id)
  const [typed, setTyped] = useState('')
  const { addresses, bad } = readAddresses(typed)
  const title = text(memberStrings.inviteTitle, { project: project.name })
  const again = make.data && [...make.data.refused.map(({ email }) => email), ...bad]
  const footer = make.data ? (
    <>
      {again && again.length > 0 && (
        <Button
          onClick={() => {
            setTyped(again.join('\n'))
            make.reset()
          }}
        >
          {madeInviteStrings.tryThese}
        </Button>
      )}
      <Button tone="primary" onClick={onClose}>
        {memberStrings.done}
      </Button>
    </>
  ) : (
    <Button type="submit" form={form} tone="primary" busy={make.isPending}>
      {addresses.length > 1 ? text(madeInviteStrings.sendInvites, { count: addresses.length }) : memberStrings.makeLink}
    </Button>
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={title}
      footer={footer}
      description={make.data ? readyWords(make.data, words) : undefined}
    >
      {make.data ? (
        <Made made={make.data} bad={bad} />
      ) : (
        <InviteForm
          id={form}
          {...{ project, typed, addresses, bad }}
          error={make.error}
          onType={setTyped}
          onSend={(invite) => make.mutate({ ...invite, addresses })}
        />
      )}
    </Dialog>
  )
}

function readyWords({ made }: MadeInvites, words: ReturnType<typeof useInviteWords>): string | undefined {
  const [first] = made
  if (made.length !== 1 || !first) return made.length === 0 ? undefined : words.made(made.length)
  return first.email === null
    ? memberStrings.linkReady
    : words.made(1, text(memberStrings.linkReadyMail, { email: first.email }))
}

function Made({ made: { made, refused }, bad }: { readonly made: MadeInvites; readonly bad: readonly string[] }) {
  const [first] = made
  if (first && made.length === 1 && refused.length === 0 && bad.length === 0) return <InviteLink url={first.url} />
  const notSent = [
    ...refused,
    ...bad.map((email) => ({ email, reason: text(madeInviteStrings.badAddresses, { count: 1, list: email }) })),
  ]
  return <MadeInviteList made={made} notSent={notSent} />
}

interface InviteFormProps {
  readonly id: string
  readonly project: Project
  readonly typed: string
  readonly addresses: readonly string[]
  readonly bad: readonly string[]
  readonly error: unknown
  readonly onType: (typed: string) => void
  readonly onSend: (invite: Omit<NewInvite, 'email'>) => void
}

function InviteForm({ id, project, typed, addresses, bad, error, onType, onSend }: InviteFormProps) {
  const [role, setRole] = useState<NewInvite['role']>('commenter')
  const [life, setLife] = useState<(typeof lives)[number]>('48')
  const [most, setMost] = useState<keyof typeof people>('any')
  const [mayDownload, setMayDownload] = useState(project.mayDownload)
  const [asked, setAsked] = useState(false)
  const isEmpty = typed.trim() === ''
  // If the only entry is not a valid address, nothing is created.
  const isWrong = !isEmpty && addresses.length === 0
  const wrong =
    addresses.length > mostAtOnce
      ? text(madeInviteStrings.tooManyAddresses, { count: mostAtOnce })
      : isWrong
        ? text(madeInviteStrings.badAddresses, { count: bad.length, list: bad.join(', ') })
        : undefined
  const send = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (wrong === undefined)
      onSend({ role, mayDownload, expiresInHours: Number(life), maxUses: isEmpty ? people[most] : 1 })
  }
  return (
    <form id={id} onSubmit={send} className={styles.form}>
      {error !== null && (
        <p role="alert" className={styles.wrong}>
          {reasonOf(error)}
        </p>
      )}
      <Select
        label={memberStrings.inviteRole}
        value={role}
        onValueChange={setRole}
        help={memberStrings.roleWords[role]}
        options={invitable
          .filter((one) => atLeast(project.role, one))
          .map((value) => ({ value, label: memberStrings.roleNames[value] }))}
      />
      <div className={styles.pair}>
        <Select
          label={memberStrings.expires}
          value={life}
          onValueChange={setLife}
          options={lives.map((value) => ({ value, label: memberStrings.lives[value] }))}
        />
        <Select
          label={memberStrings.uses}
          value={isEmpty ? most : 'one'}
          disabled={!isEmpty}
          onValueChange={setMost}
          options={(['any', 'one', 'five', 'twenty'] as const).map((value) => ({
            value,
            label: memberStrings.usesChoices[value],
          }))}
        />
      </div>
      <TextArea
        label={memberStrings.addresses}
        rows={2}
        value={typed}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        help={memberStrings.addressesHelp}
        error={asked ? wrong : undefined}
        onChange={({ target }) => onType(target.value)}
      />
      <Checkbox checked={mayDownload} disabled={!project.mayDownload} onCheckedChange={setMayDownload}>
        {memberStrings.allowDownload}
      </Checkbox>
    </form>
  )
}
