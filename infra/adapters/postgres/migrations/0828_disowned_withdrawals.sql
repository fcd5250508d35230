-- outside a transaction
-- The withdrawals that their customers disowned, few of all links: a file of payouts looks for its own.
create index concurrently withdrawal_stop_used on app.withdrawal_stop (withdrawal_id) where used_at is not null
