import { useNavigate } from '@tanstack/react-router'
import { AdminJobs } from '#features/administration/web/AdminJobs.tsx'
import { adminPartRoute } from './person-routes.ts'

export default function AdminJobsSlot() {
  const { show = 'all' } = adminPartRoute.useSearch()
  const navigate = useNavigate()
  return <AdminJobs state={show} onState={(state) => void navigate({ to: '/admin/$part', params: { part: 'jobs' }, search: state === 'all' ? {} : { show: state }, replace: true })} />
}
