import { useQuery } from '@tanstack/react-query'
import { Check, CircleHelp, TriangleAlert, type LucideIcon } from 'lucide-react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { UiLink } from '#web/ui/frame/UiLink.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { Chip, type ChipTone } from '#web/ui/mark/Chip.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import styles from './Administration.module.css'
import { healthQuery } from './administration.client.ts'
import { administrationStrings as strings } from './administration.strings.ts'
import { healthLines, type HealthLine } from './health-lines.ts'
import { SetupStepList } from './setup/ServerSetup.tsx'
import { setupSteps } from './setup/setup-steps.ts'
import { setupStrings } from './setup/setup.strings.ts'

const looks: Readonly<
  Record<HealthLine['state'], { readonly tone: ChipTone; readonly icon: LucideIcon; readonly label: string }>
> = {
  well: { tone: 'verified', icon: Check, label: strings.well },
  look: { tone: 'danger', icon: TriangleAlert, label: strings.look },
  unknown: { tone: 'plain', icon: CircleHelp, label: strings.unknown },
}

/** The state of each part of the server, refetched while the page is open. */
export default function AdminHealth() {
  const { data, error, refetch, isFetching, dataUpdatedAt } = useQuery(healthQuery)
  if (!data) {
    return error ? (
      <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
        {text(strings.healthFailed, { reason: reasonOf(error) })}
      </ErrorView>
    ) : (
      <SkeletonGroup>
        <div className={styles.part}>
          <Skeleton height={24} width={200} />
          <Skeleton height={360} />
        </div>
      </SkeletonGroup>
    )
  }
  const lines = healthLines(data, dataUpdatedAt)
  const ill = lines.filter(({ state }) => state === 'look').length
  return (
    <div className={styles.part}>
      <p className={styles.sum} role="status">
        {error
          ? text(strings.healthFailed, { reason: reasonOf(error) })
          : ill === 0
            ? strings.allWell
            : text(strings.someIll, { count: ill })}
      </p>
      <section className={styles.setup} aria-label={setupStrings.title}>
        <h2>{setupStrings.title}</h2>
        <SetupStepList steps={setupSteps(data, dataUpdatedAt)} />
      </section>
      <ul className={styles.list} aria-label={strings.parts.health}>
        {lines.map((line) => (
          <Line key={line.part} line={line} />
        ))}
      </ul>
    </div>
  )
}

function Line({ line: { part, state, says, at, href } }: { readonly line: HealthLine }) {
  const { tone, icon, label } = looks[state]
  return (
    <li className={styles.line}>
      <span className={styles.state}>
        <Chip tone={tone} icon={icon}>
          {label}
        </Chip>
      </span>
      <span className={styles.what}>
        <span className={styles.name}>{part}</span>
        <span className={styles.meta}>
          {says.join(' · ')}
          {at !== undefined && (
            <>
              {' '}
              <RelativeTime at={at} />
            </>
          )}
        </span>
        {href && (
          <UiLink href={href.to} className={styles.link}>
            {href.label}
          </UiLink>
        )}
      </span>
    </li>
  )
}
