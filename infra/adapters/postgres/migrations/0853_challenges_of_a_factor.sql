-- outside a transaction
-- The code steps of a second factor: to remove it, or to erase its owner, read those of everybody.
create index concurrently mfa_challenge_factor on app.mfa_challenge (factor_id)
