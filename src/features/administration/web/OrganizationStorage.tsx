import { useQuery } from '@tanstack/react-query'
import { HardDrive } from 'lucide-react'
import type {
  OrganizationStorage as Stored,
  organizationRoutes,
} from '#features/organizations/organizations.contract.ts'
import { client } from '#web/api/api-client.ts'
import { reasonOf } from '#web/api/reason.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { TextLink } from '#web/ui/TextLink.tsx'
import { UiLink } from '#web/ui/frame/UiLink.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import styles from './Administration.module.css'
import { countedBytes, QuotaMeter } from './QuotaMeter.tsx'
import { kindsInWords, totalOf, UseBar, UseLegend } from './UseBar.tsx'
import { administrationStrings } from './administration.strings.ts'
import { quotaStrings as strings } from './quota.strings.ts'

const organizationApi = client<typeof organizationRoutes>()

/** For people who manage an organization: what its projects use in total and each, and the quota. */
export default function OrganizationStorage({ organizationId }: { readonly organizationId: string }) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['organization', organizationId, 'storage'],
    queryFn: ({ signal }) =>
      organizationApi('GET /api/organizations/:organizationId/storage', { params: { organizationId }, signal }),
  })
  if (!data) {
    return error ? (
      <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
        {text(strings.failed, { reason: reasonOf(error) })}
      </ErrorView>
    ) : (
      <SkeletonGroup>
        <div className={styles.part}>
          <Skeleton height={60} />
          <Skeleton height={160} />
        </div>
      </SkeletonGroup>
    )
  }
  const { projects, quotaBytes } = data
  const all = sumOf(projects)
  return (
    <section className={styles.organization} aria-label={strings.heading}>
      <div className={styles.section}>
        <QuotaMeter name={strings.heading} usedBytes={countedBytes(all)} quotaBytes={quotaBytes} />
        <p className={styles.dim}>
          {strings.counts} {quotaBytes !== null && strings.notCounted}{' '}
          {all.trashed > 0 && <TextLink href="/trash">{strings.toTrash}</TextLink>}
        </p>
      </div>
      {projects.length === 0 ? (
        <EmptyState icon={HardDrive} title={strings.noProjects}>
          {strings.noProjectsWords}
        </EmptyState>
      ) : (
        <>
          <div className={styles.section}>
            <UseBar uses={all} of={totalOf(all)} />
            <UseLegend uses={all} />
          </div>
          <div className={styles.section}>
            <h2>{strings.projects}</h2>
            <ul className={styles.list} aria-label={administrationStrings.projects}>
              {projects.map((one) => (
                <ProjectLine key={one.id} project={one} of={Math.max(1, ...projects.map(totalOf))} />
              ))}
            </ul>
          </div>
        </>
      )}
    </section>
  )
}

type StoredProject = Stored['projects'][number]

function ProjectLine({ project, of }: { readonly project: StoredProject; readonly of: number }) {
  const { id, name, deletedAt } = project
  return (
    <li className={styles.line}>
      <span className={styles.what}>
        <span className={styles.name}>
          {deletedAt === null ? (
            <UiLink className={styles.person} href={`/?${new URLSearchParams({ projectId: id, tab: 'settings' })}`}>
              {name}
            </UiLink>
          ) : (
            name
          )}
        </span>
        <span className={styles.meta}>
          {[deletedAt !== null && strings.inTrash, ...kindsInWords(project)].filter(Boolean).join(' · ')}
        </span>
        {totalOf(project) > 0 && <UseBar uses={project} of={of} />}
      </span>
      <span className={styles.amount}>{formatBytes(totalOf(project))}</span>
    </li>
  )
}

function sumOf(
  projects: readonly StoredProject[],
): Pick<StoredProject, 'originals' | 'trashed' | 'attachments' | 'files' | 'uploads' | 'derived'> {
  const sum = (kind: 'originals' | 'trashed' | 'attachments' | 'files' | 'uploads' | 'derived') =>
    projects.reduce((bytes, project) => bytes + project[kind], 0)
  return {
    originals: sum('originals'),
    trashed: sum('trashed'),
    attachments: sum('attachments'),
    files: sum('files'),
    uploads: sum('uploads'),
    derived: sum('derived'),
  }
}
