import { useState, type ReactNode } from 'react'
import type { InvitationPreview } from '#features/organizations/organizations.contract.ts'
import { text } from '#web/i18n/text.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Logo } from '#web/ui/mark/Logo.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import styles from './Organization.module.css'
import { invitationStrings } from './invitation.strings.ts'
import { rolesText } from './members/OrganizationMemberRow.tsx'
import { organizationCall } from './organization-call.ts'
import { organizationWords } from './organization-words.ts'
import type { InvitationEnd } from './read-invitation.ts'

interface InvitationPageProps {
  readonly invitationId: string
  readonly invitation: InvitationPreview | InvitationEnd
  /** The signed-in address; null without a session. */
  readonly myEmail: string | null
  readonly signInHref: string
  readonly createHref: string
  readonly onAccepted: () => void
  /** Signs out and opens the sign-in page, which returns here. */
  readonly onSwitch: () => void
}

/** The page of an invitation to an organization, for its recipient and for others. */
export function InvitationPage(props: InvitationPageProps) {
  return (
    <main className={styles.center}>
      <div className={styles.sheet}>
        <div className={styles.brand}>
          <Logo />
          {invitationStrings.product}
        </div>
        <Answer {...props} />
      </div>
    </main>
  )
}

function Answer(props: InvitationPageProps) {
  const [declined, setDeclined] = useState(false)
  const { invitation, myEmail, signInHref, createHref, onSwitch } = props
  const home = (
    <ButtonLink href="/" size="large">
      {invitationStrings.home}
    </ButtonLink>
  )
  if (typeof invitation === 'string') {
    const { heading, words } = invitationStrings.ends[invitation]
    const next =
      myEmail === null ? (
        <ButtonLink tone="primary" size="large" href={signInHref}>
          {invitationStrings.signInToSee}
        </ButtonLink>
      ) : (
        <ButtonLink tone="primary" size="large" href="/">
          {invitationStrings.home}
        </ButtonLink>
      )
    return (
      <Words title={heading} actions={next}>
        {words}
      </Words>
    )
  }
  const { organizationName: organization, email } = invitation
  if (declined)
    return (
      <Words title={invitationStrings.declinedHeading} actions={home}>
        {text(invitationStrings.declinedWords, { organization })}
      </Words>
    )
  if (myEmail === null) {
    return (
      <Words
        title={text(invitationStrings.heading, { name: organization })}
        actions={
          <>
            <ButtonLink tone="primary" size="large" href={signInHref}>
              {invitationStrings.signIn}
            </ButtonLink>
            <ButtonLink size="large" href={createHref}>
              {invitationStrings.createAccount}
            </ButtonLink>
          </>
        }
      >
        <Facts invitation={invitation} />
        {text(invitationStrings.signInWords, { email })}
      </Words>
    )
  }
  if (!invitation.isForMe) {
    return (
      <Words
        title={invitationStrings.wrongHeading}
        actions={
          <>
            <Button tone="primary" size="large" onClick={onSwitch}>
              {invitationStrings.switchAccount}
            </Button>
            {home}
          </>
        }
      >
        {text(invitationStrings.wrongWords, { email, mine: myEmail })}
      </Words>
    )
  }
  return <Decision {...props} invitation={invitation} onDeclined={() => setDeclined(true)} />
}

function Decision({
  invitationId,
  invitation,
  onAccepted,
  onDeclined,
}: Pick<InvitationPageProps, 'invitationId' | 'onAccepted'> & {
  readonly invitation: InvitationPreview
  readonly onDeclined: () => void
}) {
  const [busy, setBusy] = useState<'accept' | 'decline' | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const decide = async (what: 'accept' | 'decline') => {
    setBusy(what)
    setWrong(null)
    try {
      await organizationCall(what === 'accept' ? 'accept-invitation' : 'reject-invitation', { invitationId })
      if (what === 'accept') onAccepted()
      else onDeclined()
    } catch (error) {
      setWrong(organizationWords(error))
      setBusy(null)
    }
  }
  return (
    <Words
      title={text(invitationStrings.heading, { name: invitation.organizationName })}
      actions={
        <>
          <Button
            tone="primary"
            size="large"
            busy={busy === 'accept'}
            disabled={busy === 'decline'}
            onClick={() => void decide('accept')}
          >
            {invitationStrings.accept}
          </Button>
          <Button
            size="large"
            busy={busy === 'decline'}
            disabled={busy === 'accept'}
            onClick={() => void decide('decline')}
          >
            {invitationStrings.decline}
          </Button>
        </>
      }
    >
      <Facts invitation={invitation} />
      {wrong !== null && (
        <span role="alert" className={styles.wrong}>
          {wrong}
        </span>
      )}
    </Words>
  )
}

function Words({
  title,
  actions,
  children,
}: {
  readonly title: string
  readonly actions: ReactNode
  readonly children: ReactNode
}) {
  return (
    <>
      <h1>{title}</h1>
      <div className={styles.form}>{children}</div>
      <div className={styles.actions}>{actions}</div>
    </>
  )
}

function Facts({
  invitation: { organizationName: organization, invitedBy, roles, email, expiresAt },
}: {
  readonly invitation: InvitationPreview
}) {
  return (
    <div className={styles.facts}>
      <p>{text(invitationStrings.by, { name: invitedBy, organization })}</p>
      <p>{text(invitationStrings.as, { roles: rolesText(roles) })}</p>
      <p className={styles.meta}>
        {text(invitationStrings.until, { email })} <RelativeTime at={expiresAt} ahead />
      </p>
    </div>
  )
}
