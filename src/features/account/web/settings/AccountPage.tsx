import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { PageBody } from '#web/ui/page/PageBody.tsx'
import { SegmentedControl } from '#web/ui/form/SegmentedControl.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { TabLinks } from '#web/ui/list/Tabs.tsx'
import { TopBar } from '#web/ui/frame/TopBar.tsx'
import { LazyBoundary, lazyPart } from '#web/ui/page/lazy-part.tsx'
import { chooseTheme, useThemeChoice } from '#web/ui/frame/theme.ts'
import styles from './Account.module.css'
import { DeleteSection } from './DeleteSection.tsx'
import { EmailForm } from './EmailForm.tsx'
import { LinkedAccounts } from './LinkedAccounts.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { PlaybackSection } from './PlaybackSection.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import { accountMenuStrings } from '../account-menu.strings.ts'
import type { AccountPartProps } from './account-part-props.ts'
import { accountPartPoint } from '../account-points.ts'
import { meQuery, serverFactsQuery } from '../account.client.ts'
import { accountStrings } from '../account.strings.ts'
import { answerIdentity, useIdentityAsked } from './identity-check.ts'
import { profileStrings } from './profile.strings.ts'
import { themeOptions } from '../use-account-menu.ts'

const IdentityDialog = lazyPart(
  () => import('./IdentityDialog.tsx'),
  () => answerIdentity(false),
)
const OwnDataSection = lazy(() => import('./OwnDataSection.tsx'))

const firstParts = ['profile', 'sign-in', 'sessions'] as const
const lastParts = ['playback', 'keys', 'appearance', 'data', 'delete'] as const
type OwnPart = (typeof firstParts | typeof lastParts)[number]

interface AccountPageProps {
  /** From the URL; undefined for the first. */
  readonly part: string | undefined
  /** The keys of all features; the page that knows them all passes them in. */
  readonly keysPart: ReactNode
  /** Shown if there is no such part. */
  readonly missing: ReactNode
  /** The action that a new sign-in interrupted; its dialog stays open until it is answered. */
  readonly again?: string | undefined
  readonly onAgainOver?: () => void
}

export function AccountPage({
  part: named = 'profile',
  keysPart,
  missing,
  again,
  onAgainOver = () => undefined,
}: AccountPageProps) {
  const added = accountPartPoint.useParts(undefined)
  // Always refetched: a mailed link may have changed it in another tab, or just before this page.
  const { data: me, error, refetch, isFetching } = useQuery({ ...meQuery, refetchOnMount: 'always' })
  const { data: facts, error: factsError, refetch: refetchFacts } = useQuery(serverFactsQuery)
  const asked = useIdentityAsked()
  const failed = error ?? factsError
  const retry = () => void Promise.all([refetch(), refetchFacts()])
  const ownTab = (name: OwnPart) => ({ name, label: profileStrings.parts[name] })
  const tabs = [...firstParts.map(ownTab), ...added, ...lastParts.map(ownTab)]
  const own = [...firstParts, ...lastParts].find((one) => one === named)
  const other = added.find(({ name }) => name === named)
  if (!own && !other) return missing
  return (
    <>
      <TopBar crumbs={[{ label: accountMenuStrings.account }]} />
      <PageBody>
        <div className={styles.page}>
          <header className={styles.top}>
            <h1>{accountMenuStrings.account}</h1>
            <TabLinks
              label={profileStrings.sections}
              tabs={tabs.map(({ name, label }) => ({
                label,
                href: name === 'profile' ? '/account' : `/account/${name}`,
                current: name === named,
              }))}
            />
          </header>
          {me && facts ? (
            own ? (
              <OwnParts part={own} {...{ me, facts, keysPart, again, onAgainOver }} />
            ) : (
              other?.content
            )
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

interface OwnPartsProps extends AccountPartProps, Pick<AccountPageProps, 'keysPart' | 'again'> {
  readonly part: OwnPart
  readonly onAgainOver: () => void
}

function OwnParts({ part, me, facts, keysPart, again, onAgainOver }: OwnPartsProps) {
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

function AppearanceSection() {
  const theme = useThemeChoice()
  return (
    <section className={styles.section}>
      <h2>{accountMenuStrings.themeHeading}</h2>
      <p className={styles.dim}>{accountStrings.appearanceWords}</p>
      <div>
        <SegmentedControl
          label={accountMenuStrings.themeHeading}
          segments={themeOptions}
          value={theme}
          onValueChange={chooseTheme}
        />
      </div>
    </section>
  )
}
