import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { ErrorView } from '#web/ui/ErrorView.tsx'
import { LazyBoundary, lazyPart } from '#web/ui/lazy-part.tsx'
import { PageBody } from '#web/ui/PageBody.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { TabLinks } from '#web/ui/Tabs.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { AppearanceSection } from './AppearanceSection.tsx'
import { meQuery, serverFactsQuery } from './account.client.ts'
import type { AccountPartProps } from './account-part-props.ts'
import { accountMenuStrings } from './account-menu.strings.ts'
import { DeleteSection } from './DeleteSection.tsx'
import { EmailForm } from './EmailForm.tsx'
import { answerIdentity, useIdentityAsked } from './identity-check.ts'
import { LinkedAccounts } from './LinkedAccounts.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { PlaybackSection } from './PlaybackSection.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { profileStrings } from './profile.strings.ts'
import { SessionsSection } from './SessionsSection.tsx'
import styles from './Account.module.css'

const IdentityDialog = lazyPart(
  () => import('./IdentityDialog.tsx'),
  () => answerIdentity(false),
)
const OwnDataSection = lazy(() => import('./OwnDataSection.tsx'))

export const accountParts = [
  'profile',
  'sign-in',
  'sessions',
  'tokens',
  'notifications',
  'playback',
  'keys',
  'appearance',
  'data',
  'delete',
] as const
export type AccountPart = (typeof accountParts)[number]

interface AccountPageProps {
  readonly part: AccountPart
  /** Keys are those of every feature: the page that knows them all puts them here. */
  readonly keysPart: ReactNode
  /** Later features', put here by the page that knows all of them. */
  readonly notificationsPart: ReactNode
  readonly tokensPart: ReactNode
  /** What a new sign-in interrupted: its question is open again until it is answered. */
  readonly again?: string | undefined
  readonly onAgainOver?: () => void
}

export function AccountPage({
  part,
  keysPart,
  notificationsPart,
  tokensPart,
  again,
  onAgainOver = () => undefined,
}: AccountPageProps) {
  // Always read anew: a mailed link may have changed it in another tab, or just before this page.
  const { data: me, error, refetch, isFetching } = useQuery({ ...meQuery, refetchOnMount: 'always' })
  const { data: facts, error: factsError, refetch: refetchFacts } = useQuery(serverFactsQuery)
  const asked = useIdentityAsked()
  const failed = error ?? factsError
  const retry = () => void Promise.all([refetch(), refetchFacts()])
  return (
    <>
      <TopBar crumbs={[{ label: accountMenuStrings.account }]} />
      <PageBody>
        <div className={styles.page}>
          <header className={styles.top}>
            <h1>{accountMenuStrings.account}</h1>
            <TabLinks
              label={profileStrings.sections}
              tabs={accountParts.map((one) => ({
                label: profileStrings.parts[one],
                href: one === 'profile' ? '/account' : `/account/${one}`,
                current: one === part,
              }))}
            />
          </header>
          {me && facts ? (
            <AccountParts {...{ part, me, facts, keysPart, notificationsPart, tokensPart, again, onAgainOver }} />
          ) : failed ? (
            <ErrorView error={failed} retrying={isFetching} onRetry={retry}>
              {reasonOf(failed)}
            </ErrorView>
          ) : (
            <SkeletonGroup>
              <Skeleton height={120} />
              <Skeleton height={120} />
            </SkeletonGroup>
          )}
        </div>
      </PageBody>
      {asked && me && facts && <IdentityDialog me={me} facts={facts} purpose={asked.purpose} />}
    </>
  )
}

function AccountParts({
  part,
  me,
  facts,
  keysPart,
  notificationsPart,
  tokensPart,
  again,
  onAgainOver,
}: AccountPartProps &
  Pick<AccountPageProps, 'part' | 'keysPart' | 'notificationsPart' | 'tokensPart' | 'again'> & {
    readonly onAgainOver: () => void
  }) {
  switch (part) {
    case 'profile':
      return <ProfileForm me={me} usernames={facts.methods.username} />
    case 'sign-in':
      return (
        <>
          <EmailForm me={me} facts={facts} again={again === 'email'} onAgainOver={onAgainOver} />
          {facts.methods.emailPassword && <PasswordForm facts={facts} email={me.email} />}
          <LinkedAccounts facts={facts} again={again} onAgainOver={onAgainOver} />
        </>
      )
    case 'sessions':
      return <SessionsSection />
    case 'tokens':
      return tokensPart
    case 'notifications':
      return notificationsPart
    case 'playback':
      return <PlaybackSection />
    case 'keys':
      return keysPart
    case 'appearance':
      return <AppearanceSection />
    case 'data':
      return (
        <LazyBoundary missing="shown">
          <OwnDataSection />
        </LazyBoundary>
      )
    case 'delete':
      return <DeleteSection me={me} facts={facts} again={again === 'delete'} onAgainOver={onAgainOver} />
  }
}
