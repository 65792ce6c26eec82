import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { organizationRoles } from '#features/organizations/member-roles.ts'
import type { Organization, OrganizationRole } from '#features/organizations/organizations.contract.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { CopyField } from '#web/ui/form/CopyField.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { Select } from '#web/ui/form/Select.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { MadeInviteList } from './MadeInviteList.tsx'
import styles from '../Organization.module.css'
import { mostAtOnce, readAddresses } from './invite-addresses.ts'
import { madeInviteStrings } from './made-invites.strings.ts'
import { organizationCall } from '../organization-call.ts'
import { invitationHref, organizationWords } from '../organization-words.ts'
import { organizationTeamsQuery } from '../organizations.client.ts'
import { organizationStrings } from '../organizations.strings.ts'
import { useInviteWords } from './use-invite-words.ts'
import { readOrganizationAgain } from '../use-organization-act.ts'

interface InviteMemberDialogProps {
  readonly organization: Organization
  readonly onClose: () => void
}

interface Sent {
  readonly made: readonly { readonly id: string; readonly email: string; readonly url: string }[]
  readonly refused: readonly { readonly email: string; readonly reason: string }[]
}

/** Invites one or more addresses; then shows their links, so that no mail server is needed. */
export default function InviteMemberDialog({ organization, onClose }: InviteMemberDialogProps) {
  const form = useId()
  const queries = useQueryClient()
  const { id: organizationId, name } = organization
  const { data: teams = [] } = useQuery(organizationTeamsQuery(organizationId))
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState(false)
  const [roles, setRoles] = useState<readonly OrganizationRole[]>(['member'])
  const [teamId, setTeamId] = useState('')
  const { addresses, bad } = readAddresses(typed)
  const inviteOne = async (email: string) => {
    const { id, email: invited } = await organizationCall('invite-member', {
      organizationId,
      email,
      role: roles,
      ...(teamId !== '' && { teamId }),
    })
    return { id, email: invited, url: invitationHref(id) }
  }
  const inviteWords = useInviteWords()
  const invite = useMutation({
    mutationFn: async (): Promise<Sent> => {
      const [first] = addresses
      if (first !== undefined && addresses.length === 1 && bad.length === 0)
        return { made: [await inviteOne(first)], refused: [] }
      const made: Sent['made'][number][] = []
      const refused: Sent['refused'][number][] = []
      // In sequence, because the server counts them one by one. A refusal does not stop the others.
      for (const email of addresses) {
        try {
          made.push(await inviteOne(email))
        } catch (error) {
          refused.push({ email, reason: organizationWords(error) })
        }
      }
      return {
        made,
        refused: [
          ...refused,
          ...bad.map((email) => ({ email, reason: text(madeInviteStrings.badAddresses, { count: 1, list: email }) })),
        ],
      }
    },
    onSettled: () => readOrganizationAgain(queries, organizationId),
  })
  const wrong =
    addresses.length > mostAtOnce
      ? text(madeInviteStrings.tooManyAddresses, { count: mostAtOnce })
      : addresses.length === 0 && bad.length > 0
        ? text(madeInviteStrings.badAddresses, { count: bad.length, list: bad.join(', ') })
        : undefined
  const send = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (wrong === undefined) invite.mutate()
  }
  const toggle = (role: OrganizationRole, on: boolean) =>
    setRoles((before) => organizationRoles.filter((one) => (one === role ? on : before.includes(one))))
  const close = (open: boolean) => {
    if (!open) onClose()
  }
  if (invite.data) {
    const { made, refused } = invite.data
    const [only] = made
    const isOne = only !== undefined && made.length === 1 && refused.length === 0
    const words = isOne
      ? inviteWords.made(1, text(organizationStrings.invitedWords, { email: only.email }))
      : made.length > 0
        ? inviteWords.made(made.length)
        : undefined
    return (
      <Dialog
        open
        onOpenChange={close}
        title={organizationStrings.invited}
        description={words}
        footer={
          <>
            {refused.length > 0 && (
              <Button
                onClick={() => {
                  setTyped(refused.map(({ email }) => email).join('\n'))
                  invite.reset()
                }}
              >
                {madeInviteStrings.tryThese}
              </Button>
            )}
            <Button tone="primary" onClick={onClose}>
              {organizationStrings.done}
            </Button>
          </>
        }
      >
        {isOne ? (
          <CopyField label={organizationStrings.link} value={only.url} />
        ) : (
          <MadeInviteList made={made} notSent={refused} />
        )}
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title={text(organizationStrings.inviteTitle, { name })}
      footer={
        <Button type="submit" form={form} tone="primary" busy={invite.isPending} disabled={roles.length === 0}>
          {addresses.length > 1
            ? text(madeInviteStrings.sendInvites, { count: addresses.length })
            : organizationStrings.sendInvitation}
        </Button>
      }
    >
      <form id={form} className={styles.form} onSubmit={send}>
        <TextArea
          label={organizationStrings.email}
          required
          rows={2}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          help={organizationStrings.emailHelp}
          error={asked ? (wrong ?? (invite.error && organizationWords(invite.error))) : undefined}
          onChange={({ target }) => {
            setTyped(target.value)
            invite.reset()
          }}
        />
        <fieldset className={styles.roles}>
          <legend className={styles.legend}>{organizationStrings.joinAs}</legend>
          {organizationRoles
            .filter((role) => role !== 'owner' || organization.roles.includes('owner'))
            .toReversed()
            .map((role) => (
              <Checkbox key={role} checked={roles.includes(role)} onCheckedChange={(on) => toggle(role, on)}>
                {organizationStrings.roleNames[role]}
                <span className={styles.meta}> {organizationStrings.roleWords[role]}</span>
              </Checkbox>
            ))}
        </fieldset>
        {teams.length > 0 && (
          <Select
            label={organizationStrings.team}
            value={teamId}
            onValueChange={setTeamId}
            options={[
              { value: '', label: organizationStrings.noTeam },
              ...teams.map(({ id, name: label }) => ({ value: id, label })),
            ]}
          />
        )}
      </form>
    </Dialog>
  )
}
