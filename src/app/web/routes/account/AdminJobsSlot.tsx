import { useNavigate, useSearch } from '@tanstack/react-router'
import { AdminJobs } from '#features/administration/web/AdminJobs.tsx'

export default function AdminJobsSlot() {
  const { show = 'all' } = useSearch({ from: '/main/admin/$part' })
  const navigate = useNavigate()
  return (
    <AdminJobs
      state={show}
      onState={(state) =>
        void navigate({
          to: '/admin/$part',
          params: { part: 'jobs' },
          search: state === 'all' ? {} : { show: state },
          replace: true,
        })
      }
    />
  )
}
