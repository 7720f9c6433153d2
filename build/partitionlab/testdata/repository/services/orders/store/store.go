// Package store keeps orders.
package store

import (
	"fmt"
	"time"

	"github.com/gocql/gocql"
)

const insert = `INSERT INTO orders (customer, at, items, total, status)
	VALUES (?, ?, ?, ?, 'open')`

// Store is where orders are kept.
type Store struct{ session *gocql.Session }

// Save writes an order twice: for its customer, and for who packs it.
func (s *Store) Save(o *Order) error {
	b := s.session.NewBatch(gocql.LoggedBatch)
	b.Query(insert, o.Customer, o.At, o.Items, o.Total)
	b.Query("INSERT INTO open_orders (day, at, customer) VALUES (?, ?, ?)", o.Day(), o.At, o.Customer)
	if err := s.session.ExecuteBatch(b); err != nil {
		return fmt.Errorf("insert into orders: %w", err)
	}
	return nil
}

// Last returns the last orders of a customer.
func (s *Store) Last(customer gocql.UUID, n int) *gocql.Iter {
	return s.session.Query("SELECT at, total, status FROM orders WHERE customer = ? ORDER BY at DESC LIMIT ?", customer, n).Iter()
}

// Title looks into the catalog.
func (s *Store) Title(isbn string, since time.Time) *gocql.Query {
	return s.session.Query("SELECT title FROM catalog.books WHERE id = ?", isbn)
}
