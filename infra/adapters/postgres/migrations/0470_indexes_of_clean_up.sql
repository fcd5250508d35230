-- Rows whose time is over are found by it, and a customer's tickets by the customer.
create index account_token_expiry on app.account_token (expires_at);
create index administrator_session_expiry on app.administrator_session (expires_at);
create index mfa_challenge_expiry on app.mfa_challenge (expires_at);
create index session_created on app.session (created_at);
create index webhook_delivery_ended on app.webhook_delivery (created_at) where status <> 'pending';
create index support_ticket_customer on app.support_ticket (customer_id);
create index upload_not_attached on app.upload (file_id) where attached_at is null and infected_with is null;
