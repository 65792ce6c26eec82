import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { Divider } from '#web/ui/mark/Divider.tsx'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { focusAtOnce } from '#web/ui/keys/focus-at-once.ts'
import styles from './Account.module.css'
import { accessStrings } from '../sign-in/access.strings.ts'
import type { AccountPartProps } from './account-part-props.ts'
import { readSessionAgain, sessionQuery } from '../account.client.ts'
import type { AuthSession } from '../sign-in/auth-answers.ts'
import { authCall, authList } from '../auth-call.ts'
import { authWords } from '../sign-in/auth-words.ts'
import { authStrings } from '../sign-in/auth.strings.ts'
import { answerIdentity, type Purpose } from './identity-check.ts'
import { profileStrings } from './profile.strings.ts'
import { linkedAccountsQuery } from './security.client.ts'

interface Renewal {
  readonly email: string
  readonly password: string
  /** The session that is too old; the new one replaces it. */
  readonly before: AuthSession | null
}

const dayMs = 24 * 60 * 60_000

/** Signs in again as the same person: with the same lifetime, in the same organization, and ends the old session. */
async function renewSession({ email, password, before }: Renewal): Promise<void> {
  await authCall('/sign-in/email', { email, password, rememberMe: before === null || livesLong(before) })
  if (!before) return
  const { id, activeOrganizationId = null } = before.session
  // The new session is valid even if these fail.
  if (activeOrganizationId !== null)
    await authCall('/organization/set-active', { organizationId: activeOrganizationId }).catch(() => undefined)
  const old = (await authList('/list-sessions').catch(() => [])).find((session) => session.id === id)
  if (old) await authCall('/revoke-session', { token: old.token }).catch(() => undefined)
}

/** Without "remember me", a session lasts one day. */
function livesLong({ session: { updatedAt, expiresAt } }: AuthSession): boolean {
  return Date.parse(expiresAt) - Date.parse(updatedAt) > dayMs
}

interface IdentityDialogProps extends Pick<AccountPartProps, 'me' | 'facts'> {
  readonly purpose: Purpose | undefined
}

/**
 * Signs in again without leaving the page. With a password that is all; a provider or a mailed link leads away and back
 * to this URL.
 */
export default function IdentityDialog({ me, facts, purpose }: IdentityDialogProps) {
  const form = useId()
  const queries = useQueryClient()
  const { data: ways } = useQuery(linkedAccountsQuery)
  const [password, setPassword] = useState('')
  const prove = useMutation({
    mutationFn: () =>
      renewSession({ email: me.email, password, before: queries.getQueryData(sessionQuery.queryKey) ?? null }),
    onSuccess: async () => {
      await readSessionAgain(queries)
      answerIdentity(true)
    },
  })
  const hasPassword = facts.methods.emailPassword && ways?.some(({ provider }) => provider === 'credential') === true
  const providers = facts.methods.social.filter(({ id }) => ways?.some(({ provider }) => provider === id))
  const byMail = facts.methods.magicLink && !hasPassword
  const send = (event: FormEvent) => {
    event.preventDefault()
    prove.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) answerIdentity(false)
      }}
      title={profileStrings.identityTitle}
      description={profileStrings.identityWords}
      footer={
        hasPassword && (
          <Button type="submit" form={form} tone="primary" busy={prove.isPending}>
            {profileStrings.confirm}
          </Button>
        )
      }
    >
      {ways ? (
        <form id={form} className={styles.inner} onSubmit={send}>
          {hasPassword && (
            <>
              <input type="email" name="email" value={me.email} autoComplete="username" readOnly hidden />
              <PasswordField
                label={authStrings.password}
                ref={focusAtOnce}
                autoComplete="current-password"
                required
                value={password}
                error={prove.error && authWords(prove.error)}
                onChange={({ target }) => {
                  setPassword(target.value)
                  prove.reset()
                }}
              />
            </>
          )}
          {hasPassword && providers.length > 0 && <Divider label={profileStrings.anotherWay} />}
          {providers.map(({ id, name }) => (
            <ProviderButton key={id} provider={id} name={name} way={wayBack(purpose)} />
          ))}
          {byMail && <LinkButton email={me.email} kept={!facts.mail} way={wayBack(purpose)} />}
        </form>
      ) : (
        <SkeletonGroup>
          <Skeleton height={40} />
        </SkeletonGroup>
      )}
    </Dialog>
  )
}

interface WayBack {
  readonly callbackURL: string
  readonly errorCallbackURL: string
}

/** The present page and action. Without the search part, because an earlier error does not apply any more. */
function wayBack(purpose: Purpose | undefined): WayBack {
  const here = window.location.pathname
  return { callbackURL: purpose ? `${here}?${new URLSearchParams({ again: purpose })}` : here, errorCallbackURL: here }
}

function ProviderButton({
  provider,
  name,
  way,
}: {
  readonly provider: string
  readonly name: string
  readonly way: WayBack
}) {
  // Calls the backend directly: nobody has signed in yet, so nothing on this page is outdated.
  const go = useMutation({ mutationFn: () => authCall('/sign-in/social', { provider, ...way }) })
  return (
    <>
      <Button wide busy={go.isPending || go.isSuccess} onClick={() => go.mutate()}>
        {text(profileStrings.confirmWith, { name })}
      </Button>
      {go.error && (
        <p role="alert" className={styles.wrong}>
          {authWords(go.error)}
        </p>
      )}
    </>
  )
}

function LinkButton({ email, kept, way }: { readonly email: string; readonly kept: boolean; readonly way: WayBack }) {
  const mail = useMutation({ mutationFn: () => authCall('/sign-in/magic-link', { email, ...way }) })
  if (mail.isSuccess)
    return (
      <output className={styles.notice}>
        {text(profileStrings.confirmMailed, { email })}
        {kept && ` ${accessStrings.noMailServer}`}
      </output>
    )
  return (
    <>
      <Button wide icon={Mail} busy={mail.isPending} onClick={() => mail.mutate()}>
        {profileStrings.confirmByMail}
      </Button>
      {mail.error && (
        <p role="alert" className={styles.wrong}>
          {authWords(mail.error)}
        </p>
      )}
    </>
  )
}
