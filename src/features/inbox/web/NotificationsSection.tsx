import { useQuery } from '@tanstack/react-query'
import { meQuery } from '#features/account/web/account.client.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { Select } from '#web/ui/form/Select.tsx'
import { UiLink } from '#web/ui/frame/UiLink.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { lazyPart } from '#web/ui/page/lazy-part.tsx'
import type { InboxSettings, InboxSettingsChange } from '../inbox.contract.ts'
import { kindNames } from '../inbox.strings.ts'
import {
  type Channels,
  mailTimes,
  muteLevels,
  type NotificationKind,
  notificationKinds,
} from '../notification-kinds.ts'
import { MailTimesSection } from './MailTimesSection.tsx'
import styles from './Notifications.module.css'
import { muteStrings } from './mute.strings.ts'
import { settingsWords as strings } from './notification-settings.strings.ts'
import { useInboxSettings } from './use-inbox-settings.ts'
import { useMute } from './use-mute-entries.ts'

const options = muteLevels.map((value) => ({ value, label: muteStrings.levels[value] }))

/** Muted projects, and how to unmute them. */
function MutesSection({ mutes }: Pick<InboxSettings, 'mutes'>) {
  const mute = useMute()
  return (
    <section className={styles.section}>
      <h2>{strings.mutedHeading}</h2>
      {mutes.length === 0 && <p className={styles.dim}>{strings.mutedNone}</p>}
      <ul>
        {mutes.map(({ projectId, projectName, level }) => (
          <li key={projectId} className={styles.mute}>
            <span className={styles.name}>{projectName}</span>
            <Select
              label={text(strings.levelOf, { project: projectName })}
              labelHidden
              options={options}
              value={level}
              onValueChange={(next) => mute({ project: { id: projectId, name: projectName }, level: next })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Only if the server sends pushes. */
const PushSection = lazyPart(() => import('./PushSection.tsx'))

/** Account settings: notifications by kind, mail times and muted projects. */
export default function NotificationsSection() {
  const { settings, error, retry, retrying, change } = useInboxSettings()
  if (!settings)
    return error ? (
      <ErrorView error={error} onRetry={retry} retrying={retrying}>
        {text(strings.failed, { reason: reasonOf(error) })}
      </ErrorView>
    ) : (
      <SkeletonGroup>
        <Skeleton height={40} />
        <Skeleton height={320} />
      </SkeletonGroup>
    )
  return (
    <>
      <section className={styles.section}>
        <h2>{strings.heading}</h2>
        <p className={styles.dim}>{strings.words}</p>
        <MailNotice sendsMail={settings.sendsMail} />
        <Matrix settings={settings} onChange={change} />
      </section>
      {settings.sendsPush && <PushSection />}
      <MailTimesSection settings={settings} onChange={change} />
      <MutesSection mutes={settings.mutes} />
    </>
  )
}

/** Why mails do not arrive, if so. */
function MailNotice({ sendsMail }: { readonly sendsMail: boolean }) {
  const { data: me } = useQuery(meQuery)
  if (me && !me.emailVerified)
    return (
      <p className={styles.notice}>
        {text(strings.unproven, { email: me.email })}{' '}
        <UiLink href="/account/sign-in" className={styles.link}>
          {strings.confirm}
        </UiLink>
      </p>
    )
  return sendsMail ? null : <p className={styles.notice}>{strings.noServer}</p>
}

interface MatrixProps {
  readonly settings: InboxSettings
  readonly onChange: (change: InboxSettingsChange) => void
}

const mailOptions = mailTimes.map((value) => ({ value, label: strings.mailTimes[value] }))

function Matrix({ settings: { channels, sendsPush }, onChange }: MatrixProps) {
  const set = (kind: NotificationKind, one: Partial<Channels>) =>
    onChange({ channels: { [kind]: { ...channels[kind], ...one } } })
  return (
    <table className={styles.matrix}>
      <thead>
        <tr>
          <th scope="col">{strings.what}</th>
          <th scope="col" className={styles.inApp}>
            {strings.inApp}
          </th>
          <th scope="col" className={styles.mail}>
            {strings.mail}
          </th>
          {sendsPush && (
            <th scope="col" className={styles.push}>
              {strings.push}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {notificationKinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{kindNames[kind]}</th>
            <td className={styles.inApp}>
              <Checkbox labelHidden checked={channels[kind].inApp} onCheckedChange={(inApp) => set(kind, { inApp })}>
                {text(strings.inAppOf, { kind: kindNames[kind] })}
              </Checkbox>
            </td>
            <td className={styles.mail}>
              <Select
                label={text(strings.mailOf, { kind: kindNames[kind] })}
                labelHidden
                options={mailOptions}
                value={channels[kind].mail}
                onValueChange={(mail) => set(kind, { mail })}
              />
            </td>
            {sendsPush && (
              <td className={styles.push}>
                <Checkbox labelHidden checked={channels[kind].push} onCheckedChange={(push) => set(kind, { push })}>
                  {text(strings.pushOf, { kind: kindNames[kind] })}
                </Checkbox>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
