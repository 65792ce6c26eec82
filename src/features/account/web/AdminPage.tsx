import { useQuery } from '@tanstack/react-query'
import { text } from '#web/i18n/text.ts'
import { PageBody } from '#web/ui/PageBody.tsx'
import { TabLinks } from '#web/ui/Tabs.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { serverFactsQuery } from './account.queries.ts'
import { accountStrings } from './account.strings.ts'
import { accountMenuStrings } from './account-menu.strings.ts'
import { AdminJobs } from './AdminJobs.tsx'
import { AdminOutbox } from './AdminOutbox.tsx'
import { AdminSettings } from './AdminSettings.tsx'
import { AdminUsers } from './AdminUsers.tsx'
import { adminStrings } from './admin.strings.ts'
import styles from './Admin.module.css'

export const adminParts = ['users', 'settings', 'jobs', 'outbox'] as const
export type AdminPart = (typeof adminParts)[number]
const panels = { users: AdminUsers, settings: AdminSettings, jobs: AdminJobs, outbox: AdminOutbox } as const

/** What the admin of a server looks after. */
export function AdminPage({ part }: { readonly part: AdminPart }) {
  const { data: facts } = useQuery(serverFactsQuery)
  const Panel = panels[part]
  return (
    <>
      <TopBar crumbs={[{ label: accountMenuStrings.server }]} />
      <PageBody>
        <header className={styles.head}>
          <h1>{accountMenuStrings.server}</h1>
          <p className={styles.meta}>{facts && text(accountStrings.version, { version: facts.version })}</p>
        </header>
        <TabLinks label={accountMenuStrings.server} tabs={adminParts.map((one) => ({ label: adminStrings.parts[one], href: `/admin/${one}`, current: one === part }))} />
        <Panel />
      </PageBody>
    </>
  )
}
