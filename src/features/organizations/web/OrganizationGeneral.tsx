import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LogOut, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Organization } from '#features/organizations/organizations.contract.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { PictureField } from '#web/ui/form/PictureField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { ProjectCover } from '#web/ui/mark/ProjectCover.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import styles from './Organization.module.css'
import { organizationCall } from './organization-call.ts'
import { organizationWords } from './organization-words.ts'
import { organizationStrings } from './organizations.strings.ts'
import { readOrganizationAgain, useOrganizationAct } from './use-organization-act.ts'
import { useSlugCheck } from './use-slug-check.ts'

const strings = {
  choose: organizationStrings.chooseLogo,
  remove: organizationStrings.removeLogo,
  help: organizationStrings.logoHelp,
  unreadable: organizationStrings.logoUnreadable,
}

/** Takes effect at once and can be undone. An empty string removes the logo: the backend accepts only text. */
function OrganizationLogo({
  organization: { id: organizationId, logo, may },
}: {
  readonly organization: Organization
}) {
  const { act, busy } = useOrganizationAct(organizationId)
  const change = (next: string | null, before: string | null, undone = false) =>
    act({
      carryOut: () => organizationCall('update', { organizationId, data: { logo: next ?? '' } }),
      tell: () =>
        toast({ text: organizationStrings.logoChanged, ...(!undone && { undo: () => change(before, next, true) }) }),
      failed: (reason) => text(organizationStrings.logoFailed, { reason }),
    })
  return (
    <PictureField
      label={organizationStrings.logo}
      has={Boolean(logo)}
      busy={busy}
      disabled={!may.edit}
      strings={may.edit ? strings : { ...strings, help: '' }}
      onPicture={(picture) => change(picture, logo)}
      preview={<ProjectCover id={organizationId} imageUrl={logo} size={32} />}
    />
  )
}

const LeaveOrganizationDialog = lazyDialog(() => import('./members/LeaveOrganizationDialog.tsx'))
const DeleteOrganizationDialog = lazyDialog(() => import('./DeleteOrganizationDialog.tsx'))

interface OrganizationGeneralProps {
  readonly organization: Organization
  readonly onGone: () => void
}

export function OrganizationGeneral({ organization, onGone }: OrganizationGeneralProps) {
  const [asking, setAsking] = useState<'leave' | 'delete' | null>(null)
  const { name, may } = organization
  const close = () => setAsking(null)
  return (
    <>
      <GeneralForm organization={organization} />
      <section className={styles.section}>
        <div className={styles.line}>
          <div>
            <h2>{organizationStrings.leaveHeading}</h2>
            <p className={styles.dim}>
              {may.leave ? text(organizationStrings.leaveWords, { name }) : organizationStrings.leaveOnlyOwner}
            </p>
          </div>
          <Button icon={LogOut} disabled={!may.leave} onClick={() => setAsking('leave')}>
            {organizationStrings.leave}
          </Button>
        </div>
      </section>
      {may.delete && (
        <section className={styles.section}>
          <div className={styles.line}>
            <div>
              <h2>{organizationStrings.deleteHeading}</h2>
              <p className={styles.dim}>{organizationStrings.deleteWords}</p>
            </div>
            <Button tone="danger" icon={Trash2} onClick={() => setAsking('delete')}>
              {organizationStrings.delete}
            </Button>
          </div>
        </section>
      )}
      {asking === 'leave' && <LeaveOrganizationDialog organization={organization} onClose={close} onGone={onGone} />}
      {asking === 'delete' && <DeleteOrganizationDialog organization={organization} onClose={close} onGone={onGone} />}
    </>
  )
}

/** Keeps what is being typed when somebody else changes the organization. */
function GeneralForm({ organization }: { readonly organization: Organization }) {
  const queries = useQueryClient()
  const { id: organizationId, may } = organization
  const [typedName, setName] = useState<string | null>(null)
  const [typedSlug, setSlug] = useState<string | null>(null)
  const name = typedName ?? organization.name
  const slug = typedSlug ?? organization.slug
  const { problem, help } = useSlugCheck(slug, organization.slug)
  const save = useMutation({
    mutationFn: () =>
      organizationCall('update', {
        organizationId,
        data: { name: name.trim(), ...(slug !== organization.slug && { slug }) },
      }),
    onSuccess: async () => {
      await readOrganizationAgain(queries, organizationId)
      setName(null)
      setSlug(null)
    },
  })
  const changed = name !== organization.name || slug !== organization.slug
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (changed && problem === null) save.mutate()
  }
  return (
    <form className={styles.section} onSubmit={send}>
      <h2>{organizationStrings.general}</h2>
      <OrganizationLogo organization={organization} />
      <TextField
        label={organizationStrings.name}
        value={name}
        required
        maxLength={200}
        readOnly={!may.edit}
        help={may.edit ? undefined : organizationStrings.readOnly}
        error={save.error && organizationWords(save.error)}
        onChange={({ target }) => {
          setName(target.value)
          save.reset()
        }}
      />
      <TextField
        label={organizationStrings.slug}
        value={slug}
        required
        maxLength={50}
        readOnly={!may.edit}
        autoCapitalize="none"
        spellCheck={false}
        help={may.edit ? help : undefined}
        error={problem}
        onChange={({ target }) => {
          setSlug(target.value)
          save.reset()
        }}
      />
      {may.edit && (
        <div className={styles.actions}>
          <Button
            type="submit"
            tone="primary"
            busy={save.isPending}
            disabled={!changed || problem !== null || name.trim() === '' || slug === ''}
          >
            {organizationStrings.save}
          </Button>
          <output className={styles.said}>{save.isSuccess && !changed && organizationStrings.saved}</output>
        </div>
      )}
    </form>
  )
}
