-- No statement looks for a checkout by its wallet.
drop index app.checkout_wallet;
