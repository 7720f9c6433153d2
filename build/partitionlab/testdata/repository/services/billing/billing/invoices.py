"""Invoices for orders."""
from cassandra.cluster import Cluster
from cassandra.query import SimpleStatement

UNPAID = "SELECT customer, number FROM invoices WHERE paid = false"


class Invoices:
    def __init__(self, session):
        self.session = session
        self.pay = session.prepare(
            "UPDATE invoices SET paid = true "
            "WHERE customer = ? AND number = ?")

    def bill(self, customer, order):
        self.session.execute(
            "INSERT INTO invoices (customer, number, order_at, paid) VALUES (%s, now(), %s, false)",
            (customer, order.at))

    def total(self, customer, at):
        statement = SimpleStatement("""
            SELECT total
            FROM orders
            WHERE customer = %s AND at = %s
        """)
        return self.session.execute(statement, (customer, at))

    def open(self):
        return self.session.execute(UNPAID)
