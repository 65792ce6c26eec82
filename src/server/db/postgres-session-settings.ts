/**
 * For each connection: where a whole machine dies, PostgreSQL would otherwise keep what that machine had locked for two
 * hours. Nobody of ours holds a transaction open without asking for something for long.
 */
export const POSTGRES_SESSION_SETTINGS =
  'set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; ' +
  'set idle_in_transaction_session_timeout = 60000'
