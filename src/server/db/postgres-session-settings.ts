/**
 * Timeouts for each connection: if a client machine dies, PostgreSQL would otherwise hold its locks for two hours. None
 * of our transactions is idle for long.
 */
export const POSTGRES_SESSION_SETTINGS =
  'set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; ' +
  'set idle_in_transaction_session_timeout = 60000'
